import type { EventKind } from '../../contract/history.ts'
import type { Step } from '../../contract/schemas/history.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { serverNow } from '../../contract/server-clock.ts'
import { type FieldName, leftOutAs, taskFields } from '../../contract/task-fields.ts'
import { type ChangeLine, toRedo, toUndo } from '../../contract/undo-order.ts'
import type { Change, Effect, Tasks } from '../deck/change.ts'
import type { LoggedChange } from '../deck/deck.ts'
import type { DeckView } from '../deck/view.ts'

/** The parts of a step that describe it. */
export type StepWords = Pick<Step, 'kind' | 'before' | 'after' | 'task' | 'taskCount'> & Partial<Pick<Step, 'via'>>

/** A change to revert, by its number in the log or by the id of a change that is not there yet. */
export interface Target {
  of: number | string
  words: StepWords
  at: string
  ageMs: number
}

const forGood: ReadonlySet<EventKind> = new Set(['purged', 'erased'])

/** The change that the next undo or redo reverts, as far as this browser knows the log. */
export function nextTarget(
  direction: 'undo' | 'redo',
  { changes, byId }: Pick<DeckView, 'changes' | 'byId'>,
  recent: readonly LoggedChange[],
): Target | undefined {
  const pending = undoable(changes).filter(({ problem }) => !problem)
  const lines: ChangeLine<number | string>[] = [
    ...recent.map(({ change, undoes, kind }) => ({ change, undoes, isRevertible: !forGood.has(kind) })),
    ...pending.map(({ id, intent }) => ({
      change: id,
      undoes: intent.kind === 'undo' ? intent.of : null,
      isRevertible: true,
    })),
  ].toReversed()
  if (lines[0] && !isRootKnown(lines[0], lines)) return undefined
  for (const of of direction === 'undo' ? toUndo(lines) : toRedo(lines)) {
    const logged = recent.find(({ change }) => change === of)
    if (logged && logged.before === null && logged.after === null) continue
    if (logged)
      return { of, words: loggedWords(logged, byId), at: logged.at, ageMs: serverNow() - Date.parse(logged.at) }
    const change = pending.find(({ id }) => id === of)
    if (change)
      return { of, words: changeWords(change, byId), at: change.at, ageMs: Date.now() - Date.parse(change.at) }
  }
  return undefined
}

/** Colours are not in the log, so the server cannot undo them. */
const undoable = (changes: readonly Change[]) => changes.filter(({ intent }) => intent.kind !== 'colour')

/** Whether this browser knows the change that a chain of undos and redos began with. */
function isRootKnown<Id>({ undoes }: ChangeLine<Id>, lines: ChangeLine<Id>[]): boolean {
  if (undoes === null) return true
  const target = lines.find(({ change }) => change === undoes)
  return target !== undefined && isRootKnown(target, lines)
}

/** The newest change that this browser knows: in the log, or not there yet. */
export const newestChange = ({ changes }: Pick<DeckView, 'changes'>, recent: readonly LoggedChange[]) =>
  undoable(changes).at(-1)?.id ?? recent.at(-1)?.change

/** Describes a change in the log. */
export function loggedWords({ kind, before, after, via = null, inverse }: LoggedChange, byId: Tasks): StepWords {
  return { kind, before, after, via, ...tasksIn(inverse, byId) }
}

/** Describes a change of this browser as the log will. */
export function changeWords({ intent, inverse }: Pick<Change, 'intent' | 'inverse'>, byId: Tasks): StepWords {
  // Some tasks of a change may have had the values already.
  const updated = inverse.find(({ values }) => values)
  const moved = inverse.find(({ isTrashed }) => isTrashed !== undefined)
  const tasks = tasksIn(inverse, byId)
  const note = inverse.find((effect) => effect.note)?.note
  if (note) return { kind: 'noted', before: valuesOf(note.to), after: valuesOf(note.from), ...tasks }
  if (updated || !moved) {
    const before = updated?.values ?? {}
    const now = updated && byId.get(updated.task)
    const names = Object.keys(before) as FieldName[]
    const after = Object.fromEntries(names.map((name) => [name, now?.[name] ?? leftOutAs(taskFields[name])]))
    return { kind: 'updated', before, after, ...tasks }
  }
  const kind = !moved.isTrashed ? 'trashed' : intent.kind === 'create' ? 'created' : 'restored'
  return { kind, before: null, after: null, ...tasks }
}

const valuesOf = (note: Note | null) => note && { note }

function tasksIn(effects: Effect[], byId: Tasks): Pick<StepWords, 'task' | 'taskCount'> {
  // A change that updates tasks is described by them, also if it adds the next ones of those that repeat.
  const updates = effects.filter(({ values }) => values)
  const ids = new Set((updates.length ? updates : effects).map(({ task }) => task))
  const [id = ''] = ids
  const task = byId.get(id)
  return { task: { _id: id, number: task?.number ?? 0, title: task?.title ?? '' }, taskCount: ids.size }
}
