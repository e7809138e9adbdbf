import type { EventKind } from '../../contract/history.ts'
import type { TaskEvent, Values } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import { applyChange, type Change, type DeckTask, type Effect, type Tasks } from './change.ts'

/** A change in the log, as far as undo needs it. */
export interface LoggedChange {
  change: number
  undoes: number | null
  at: string
  /** The kind and the values of its first event. */
  kind: EventKind
  before: Values
  after: Values
  /** Reverts it. Incomplete if a file was changed. */
  inverse: Effect[]
}

/** Everything that the server has confirmed, at a position of the log. Only the log changes it. */
export interface Deck {
  seq: number
  tasks: Tasks
  /** The last changes, oldest first. */
  recent: readonly LoggedChange[]
}

/** The effects of all recent changes together. They are stored with every change, so there must not be many. */
const maxEffects = 300

const isAboutFile = ({ kind }: TaskEvent) => kind === 'attached' || kind === 'detached' || kind === 'erased'

/** The deck after some events; undefined if an event does not follow on it, so that the deck has to be loaded again. */
export function applyEvents(deck: Deck, events: TaskEvent[]): Deck | undefined {
  const tasks = new Map(deck.tasks)
  const recent = [...deck.recent]
  let { seq } = deck
  for (const event of events) {
    if (event.seq <= seq) continue
    if (event.seq !== seq + 1) return undefined
    seq = event.seq
    if (!applyEvent(tasks, event)) return undefined
    log(recent, event)
  }
  return seq === deck.seq ? deck : { seq, tasks, recent: newest(recent) }
}

/** Returns false if the event does not follow on what is known about its task. */
function applyEvent(tasks: Map<string, DeckTask>, event: TaskEvent): boolean {
  if (isAboutFile(event)) return true
  const { task: id, kind, after, version, at } = event
  const known = tasks.get(id)
  if (kind === 'purged') {
    tasks.delete(id)
    return true
  }
  // The values of a task that was deleted for good since then are gone. A later event removes the task.
  if (after === null) return true
  if (kind === 'created') {
    if (!known) tasks.set(id, after as Task)
    return true
  }
  if (!known) return false
  if (version <= known.version) return true
  if (version !== known.version + 1) return false
  const { trashedAt, ...task }: DeckTask = { ...known, ...(after as Partial<DeckTask>), version, updatedAt: at }
  tasks.set(id, trashedAt ? { ...task, trashedAt } : task)
  return true
}

/** Changes by background jobs are not the user's to undo. */
function log(recent: LoggedChange[], event: TaskEvent) {
  if (event.via === 'system') return
  const effect = inverseOfEvent(event)
  const last = recent.at(-1)
  if (last?.change === event.change) {
    recent[recent.length - 1] = { ...last, inverse: [effect, ...last.inverse] }
    return
  }
  // The beginning of this change was missed, so it cannot be shown as undone before the server has undone it.
  if (event.seq !== event.change) return
  const { change, undoes, at, kind, before, after } = event
  recent.push({ change, undoes, at, kind, before, after, inverse: [effect] })
}

/** The newest changes that have not too many effects together. */
function newest(changes: LoggedChange[]): LoggedChange[] {
  let effects = 0
  const tooMany = changes.findLastIndex(({ inverse }) => {
    effects += inverse.length
    return effects > maxEffects
  })
  return changes.slice(tooMany + 1)
}

function inverseOfEvent({ task, kind, before }: TaskEvent): Effect {
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
