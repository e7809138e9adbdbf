import { newId } from '../../contract/new-id.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { Change } from '../deck/change.ts'
import { deckNow, remakeChange } from '../deck/current-deck.ts'
import { canKeepBoth, resolved, withRestored } from '../deck/resolve.ts'
import { asNewTask } from './as-new-task.ts'
import { textsIn } from './refused-text.ts'

/** A decision about a change that the server has not accepted. */
export interface Decision {
  label: string
  decide: (change: Change) => Promise<void>
}

const keepBoth: Decision = {
  label: 'Keep both',
  decide: (change) => remakeChange(change, resolved(change, 'both')),
}

const keepAsNew: Decision = {
  label: 'Keep as a new task',
  decide: (change) => remakeChange(change, asNewTask(change, newId)),
}

const keepMyNote = (current: Note): Decision => ({
  label: 'Keep mine',
  decide: (change) =>
    remakeChange(
      change,
      change.intent.kind === 'note'
        ? [
            {
              intent: {
                ...change.intent,
                from: current,
                to: change.intent.to && { ...change.intent.to, version: current.version + 1 },
              },
            },
          ]
        : [],
    ),
})

/** The decisions that the user can make about a change, besides discarding it. */
export function decisionsFor(change: Change): Decision[] {
  switch (change.problem?.kind) {
    case 'conflict':
      return [
        { label: 'Keep mine', decide: (asked) => remakeChange(asked, resolved(asked, 'wanted')) },
        { label: 'Keep the other', decide: (asked) => remakeChange(asked, resolved(asked, 'current')) },
        ...(canKeepBoth(change) ? [keepBoth] : []),
      ]
    case 'trashed':
      return [
        { label: 'Restore and apply', decide: (asked) => remakeChange(asked, withRestored(asked, deckNow().byId)) },
      ]
    case 'gone':
      return textsIn(change).length ? [keepAsNew] : []
    case 'refused':
      if (change.problem.note) return [keepMyNote(change.problem.note)]
      return [
        { label: 'Try again', decide: (refused) => remakeChange(refused, [refused]) },
        ...(change.intent.kind === 'update' && textsIn(change).length ? [keepAsNew] : []),
      ]
    default:
      return []
  }
}
