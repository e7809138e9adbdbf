import { newId } from '../../contract/new-id.ts'
import type { Change } from '../deck/change.ts'
import { deckNow, remakeChange } from '../deck/current-deck.ts'
import { withRestored } from '../deck/resolve.ts'
import { asNewTask } from './as-new-task.ts'
import { textsIn } from './refused-text.ts'

/** A decision about a change that the server has not accepted. */
export interface Decision {
  label: string
  decide: (change: Change) => Promise<void>
}

const keepAsNew: Decision = {
  label: 'Keep as a new task',
  decide: (change) => remakeChange(change, asNewTask(change, newId)),
}

/** The decisions that the user can make about a change without a conflict, besides discarding it. */
export function decisionsFor(change: Change): Decision[] {
  switch (change.problem?.kind) {
    case 'trashed':
      return [
        { label: 'Restore and apply', decide: (asked) => remakeChange(asked, withRestored(asked, deckNow().byId)) },
      ]
    case 'gone':
      return textsIn(change).length ? [keepAsNew] : []
    case 'refused':
      return [
        { label: 'Try again', decide: (refused) => remakeChange(refused, [refused]) },
        ...(change.intent.kind === 'update' && textsIn(change).length ? [keepAsNew] : []),
      ]
    default:
      return []
  }
}
