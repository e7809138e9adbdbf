import { afterWrite } from '../../contract/claims.ts'
import type { EventKind } from '../../contract/history.ts'
import type { TaskEvent, Values } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type TaskValues, withoutAbsent } from '../../contract/task-fields.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { applyChange } from './apply-change.ts'
import { type Change, type DeckTask, type Effect, type Tasks, withCounts } from './change.ts'

/** A change in the log, as far as undo needs it. */
export interface LoggedChange {
  change: number
  undoes: number | null
  at: string
  /** The kind and the values of its first update, or of its first event if it has none. */
  kind: EventKind
  before: Values
  after: Values
  /** How it was made. Absent if an older version has stored the change in this browser. */
  via?: string | null
  /** Reverts it. Incomplete if a file was changed. */
  inverse: Effect[]
}

/** Everything that the server has confirmed, at a position of the log. Only the log changes it. */
export interface Deck {
  seq: number
  /** The epoch of the history that the position belongs to. Absent if an older server has sent the tasks. */
  epoch?: string | undefined
  tasks: Tasks
  /** Whether the trash was loaded, which happens after the tasks. Absent if an older version has stored the deck, which did not say. */
  hasTrash?: boolean | undefined
  /** The last changes, oldest first. */
  recent: readonly LoggedChange[]
}

/** The effects of all recent changes together: enough for one change of as many tasks as possible. */
const maxEffects = 2 * taskLimits.bulkChange
/** The effects that are stored. They are written again with every event, so there must not be many. */
const maxStoredEffects = 300

/** The deck after some events; undefined if an event does not follow on it, so that the deck has to be loaded again. */
export function applyEvents(deck: Deck, events: TaskEvent[]): Deck | undefined {
  const tasks = new Map(deck.tasks)
  const applied: TaskEvent[] = []
  let { seq } = deck
  for (const event of events) {
    if (event.seq <= seq) continue
    if (event.seq !== seq + 1) return undefined
    seq = event.seq
    if (!applyEvent(tasks, event)) return undefined
    applied.push(event)
  }
  return seq === deck.seq ? deck : { ...deck, seq, tasks, recent: newest(logged(deck.recent, applied), maxEffects) }
}

/** Returns false if the event does not follow on what is known about its task. */
function applyEvent(tasks: Map<string, DeckTask>, event: TaskEvent): boolean {
  const held = tasks.get(event.task)
  const isApplied = applyValues(tasks, event)
  // A write of the holder renews the claim, which the event does not say.
  const task = isApplied ? tasks.get(event.task) : undefined
  if (held?.claim && task?.claim && event.after?.claim === undefined) {
    tasks.set(event.task, { ...task, claim: afterWrite(task.claim, event) })
  }
  return isApplied
}

function applyValues(tasks: Map<string, DeckTask>, event: TaskEvent): boolean {
  const { task: id, kind, after, version, at } = event
  if (kind === 'attached' || kind === 'detached') return applyFileEvent(tasks, event)
  if (kind === 'noted') return applyNoteEvent(tasks, event)
  if (kind === 'erased') return true
  if (kind === 'referenced' || kind === 'proved') return applyProof(tasks, event)
  const known = tasks.get(id)
  if (kind === 'purged') {
    tasks.delete(id)
    return true
  }
  // The values of a task that was deleted for good since then are gone. A later event removes the task.
  if (after === null) return true
  if (kind === 'created') {
    // It has no files yet, which events of older versions do not say.
    if (!known) tasks.set(id, { ...(after as Task), fileCount: 0 })
    return true
  }
  if (!known) return false
  if (version <= known.version) return true
  if (version !== known.version + 1) return false
  const next: DeckTask = { ...known, ...(after as Partial<DeckTask>), version, updatedAt: at }
  const { trashedAt, ...task } = withoutAbsent(next)
  tasks.set(id, trashedAt ? { ...task, trashedAt } : task)
  return true
}

/** The events of files make no new version of their task. Returns false for an event of an older version, which has no number of files. */
function applyFileEvent(tasks: Map<string, DeckTask>, { task: id, before, after }: TaskEvent): boolean {
  const known = tasks.get(id)
  // A task that was deleted for good since then: its values are gone, and a later event removes it.
  if (!known || (before === null && after === null)) return true
  const fileCount = after?.fileCount ?? (before?.fileCount ?? Number.NaN) - 1
  if (Number.isNaN(fileCount)) return false
  tasks.set(id, { ...known, fileCount })
  return true
}

/** The events of notes make no new version of their task. An edit leaves their number as it is, and most leave that of open questions. */
function applyNoteEvent(tasks: Map<string, DeckTask>, { task: id, before, after }: TaskEvent): boolean {
  const known = tasks.get(id)
  // An event that deletes a note has the numbers of before.
  const counted = (name: 'noteCount' | 'openQuestions') =>
    after?.[name] ?? (after ? undefined : lessOne(before?.[name]))
  if (known)
    tasks.set(id, withCounts(known, { noteCount: counted('noteCount'), openQuestions: counted('openQuestions') }))
  return true
}

/** A receipt, or a commit that makes one stale, changes the proof of its task without a new version. */
function applyProof(tasks: Map<string, DeckTask>, { task: id, after }: TaskEvent): boolean {
  const known = tasks.get(id)
  if (!known || !after?.proof) return true
  const { proof: _, ...task } = known
  tasks.set(id, Object.keys(after.proof).length ? { ...task, proof: after.proof } : task)
  return true
}

const lessOne = (count: number | undefined) => (count === undefined ? undefined : count - 1)

/** The recent changes with those of these events. Changes by background jobs are not the user's to undo. */
function logged(recent: readonly LoggedChange[], events: TaskEvent[]): LoggedChange[] {
  const all = [...recent]
  const own = events.filter(({ via }) => via !== 'system')
  for (const [change, some] of Map.groupBy(own, (event) => event.change)) {
    // In reverse order, because a change may have touched a task more than once.
    const inverse = some.map(inverseOfEvent).reverse()
    const last = all.at(-1)
    const [first] = some
    if (last?.change === change) all[all.length - 1] = { ...last, inverse: [...inverse, ...last.inverse] }
    // If the beginning of a change was missed, it cannot be shown as undone before the server has undone it.
    else if (first?.seq === change) {
      const { undoes, at, kind, before, after, via } = some.find((event) => event.kind === 'updated') ?? first
      all.push({ change, undoes, at, kind, before, after, via, inverse })
    }
  }
  return all
}

/** The recent changes to store with a deck. After a start, only the server can revert the others. */
export const storedChanges = (changes: readonly LoggedChange[]) => newest(changes, maxStoredEffects)

/** The newest changes that have not too many effects together. */
function newest(changes: readonly LoggedChange[], maxCount: number): LoggedChange[] {
  let effects = 0
  const tooMany = changes.findLastIndex(({ inverse }) => {
    effects += inverse.length
    return effects > maxCount
  })
  return changes.slice(tooMany + 1)
}

function inverseOfEvent({ task, kind, before, after }: TaskEvent): Effect {
  if (kind === 'noted') return { task, note: { from: after?.note ?? null, to: before?.note ?? null } }
  if (kind === 'created' || kind === 'restored') return { task, isTrashed: true }
  if (kind === 'trashed') return { task, isTrashed: false }
  return kind === 'updated' ? { task, values: before as Partial<TaskValues> } : { task }
}

/** Whether a change still has to be shown on top of the confirmed tasks. */
export const isPending = ({ done, problem }: Change, deck: Deck) =>
  !problem && (!done || (done.seq !== null && done.seq > deck.seq))

/** What the user sees: the confirmed tasks with the pending changes on top, in their order. */
export function shownTasks(deck: Deck, changes: readonly Change[]): Tasks {
  const pending = changes.filter((change) => isPending(change, deck))
  if (!pending.length) return deck.tasks
  const tasks = new Map(deck.tasks)
  for (const change of pending) applyChange(tasks, change)
  return tasks
}
