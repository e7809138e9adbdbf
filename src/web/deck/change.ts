import type { LabelColour } from '../../contract/labels.ts'
import { isContinued } from '../../contract/next-task.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { ManyChange, NewTask, NextTasks, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import type { FieldName, TaskValues } from '../../contract/task-fields.ts'

/** The changes of this browser that have set fields of a task and are not in the log yet, by field. */
export type OwnValues = Partial<Record<FieldName, string>>

/** A task of the deck. `trashedAt` is set while it is in the trash. */
export type DeckTask = Task & { trashedAt?: string | null; own?: OwnValues }
/** A task with other numbers of notes and open questions, which are absent if it has none. A number that is undefined stays. */
export function withCounts(
  { noteCount, openQuestions, ...task }: DeckTask,
  counts: Record<'noteCount' | 'openQuestions', number | undefined>,
): DeckTask {
  const notes = counts.noteCount ?? noteCount ?? 0
  const questions = counts.openQuestions ?? openQuestions ?? 0
  return {
    ...task,
    ...(notes > 0 ? { noteCount: notes } : {}),
    ...(questions > 0 ? { openQuestions: questions } : {}),
  }
}

export type Tasks = ReadonlyMap<string, DeckTask>

/** A task that the browser has named, before the server has numbered it. */
export type NamedTask = NewTask & { _id: string }

/** Sets values of one task, its place in the trash, or one of its notes. */
export interface Effect {
  task: string
  values?: Partial<TaskValues>
  isTrashed?: boolean
  note?: NoteEffect
}

/** Changes a note from one state to another; null if there is no such note. */
export interface NoteEffect {
  from: Note | null
  to: Note | null
}

export const reverted = ({ from, to }: NoteEffect): NoteEffect => ({ from: to, to: from })

/** The wish of the user, whatever the tasks are by the time it is applied. */
export type Intent =
  | { kind: 'create'; tasks: NamedTask[] }
  /** `position` is where a moved card is shown until the server has placed it. */
  | { kind: 'update'; task: string; values: TaskChange; position?: number }
  | { kind: 'updateMany'; tasks: string[]; change: ManyChange; next?: NextTasks }
  /** Gives tasks to a holder, as the log names it, or releases them. */
  | { kind: 'claim'; tasks: string[]; to: string | null }
  | { kind: 'remove'; tasks: string[] }
  | { kind: 'restore'; task: string }
  /** `of` is the number of a change in the log, or the id of a change of this browser that the server has not confirmed yet. */
  | { kind: 'undo'; of: number | string; effects: Effect[] }
  /** Adds, edits or deletes a note. */
  | ({ kind: 'note'; task: string } & NoteEffect)
  /** Changes no task, and is not in the log. */
  | { kind: 'colour'; label: string; colour: LabelColour | null }

/**
 * The state of a task on which a change is based: the values that the user saw in the fields that the change sets. Values that came from earlier changes of
 * this browser name them in `own`, because the log contains these values only if it contains those changes.
 */
export interface Base {
  /** The newest version without any of the user's own values; 0 if the server did not know the task yet. */
  version: number
  values: Partial<TaskValues>
  own?: OwnValues
  /** Names the task when it no longer exists. Absent if an older version of the app has stored the change. */
  task?: Pick<Task, 'number' | 'title'>
}

/** A change to make: the wish, and what the user has seen of its tasks. */
export interface Wish {
  intent: Intent
  /** By task. Without it, the user has seen the tasks as they are shown now. */
  base?: Record<string, Base>
}

/** Why a change cannot be applied as it is. The user decides. The message is empty if the server gave no reason. */
export type Problem =
  /** `note` is the note as it is now, after an edit elsewhere. */
  | { kind: 'refused'; message: string; note?: Note }
  | { kind: 'conflict'; message: string; tasks: { task: Task; fields: FieldName[] }[] }
  /** The tasks were moved to the trash elsewhere. */
  | { kind: 'trashed'; message: string }
  /** The tasks were deleted for good elsewhere, or were never added there. */
  | { kind: 'gone'; message: string }

/** A change that was made in this browser and is not in the log yet, as far as the browser knows. */
export interface Change {
  /** Also its idempotency key. */
  id: string
  /** Changes are applied and sent in this order. */
  order: number
  at: string
  intent: Intent
  /** By task. New tasks are absent. */
  base: Record<string, Base>
  /** Reverts the change. */
  inverse: Effect[]
  /** The epoch of the history that its versions and numbers belong to. Absent if no tasks were known, or an older server has sent them. */
  epoch?: string
  /** Set before it is sent for the first time: the versions that the request names. A repetition must be the same request. */
  sent?: { versions: Record<string, number> }
  /** The server has made the change: the numbers of its first and last event, null if nothing had to be changed. */
  done?: { change: number | null; seq: number | null }
  problem?: Problem
}

/** An intent with the ids of the tasks that follow the repeating ones that it completes, and the day of the user. */
export function withNextTasks(intent: Intent, tasks: Tasks, newId: () => string, today: string): Intent {
  if (intent.kind === 'update') {
    const task = tasks.get(intent.task)
    if (!task || intent.values.next || !isContinued(task, intent.values)) return intent
    return { ...intent, values: { ...intent.values, next: { _id: newId(), today } } }
  }
  if (intent.kind !== 'updateMany' || intent.next) return intent
  const continued = intent.tasks.filter((id) => {
    const task = tasks.get(id)
    return task && isContinued(task, intent.change)
  })
  if (!continued.length) return intent
  return { ...intent, next: { ids: Object.fromEntries(continued.map((id) => [id, newId()])), today } }
}

/** The ids of the tasks that follow repeating ones. */
export function nextIdsOf(intent: Intent): string[] {
  if (intent.kind === 'update') return intent.values.next?._id ? [intent.values.next._id] : []
  return intent.kind === 'updateMany' ? Object.values(intent.next?.ids ?? {}) : []
}

/** The ids of the tasks that an intent adds. */
export const addedTasks = (intent: Intent): string[] => [
  ...(intent.kind === 'create' ? tasksOf(intent) : []),
  ...nextIdsOf(intent),
]

/** The ids of all tasks that an intent may change: those that it names, and those that it adds. */
export const touchedTasks = (intent: Intent): string[] => [...tasksOf(intent), ...nextIdsOf(intent)]

/** The ids of the tasks that an intent names. */
export function tasksOf(intent: Intent): string[] {
  switch (intent.kind) {
    case 'create':
      return intent.tasks.map(({ _id }) => _id)
    case 'updateMany':
    case 'claim':
    case 'remove':
      return intent.tasks
    case 'undo':
      return intent.effects.map(({ task }) => task)
    case 'colour':
      return []
    default:
      return [intent.task]
  }
}

/** An undo of a change that the log contains names its number, because the id of a change means nothing once it is removed. */
export function withLoggedTarget(change: Change, logged: ReadonlyMap<string, number | null>): Change {
  const { intent } = change
  if (intent.kind !== 'undo' || typeof intent.of === 'number') return change
  const number = logged.get(intent.of)
  return typeof number === 'number' ? { ...change, intent: { ...intent, of: number } } : change
}

/** A change without some tasks that will never exist; undefined if nothing is left of it. */
export function withoutTasks(change: Change, lost: ReadonlySet<string>): Change | undefined {
  const { intent, inverse } = change
  const ids = tasksOf(intent)
  const left = ids.filter((id) => !lost.has(id))
  if (left.length === ids.length) return change
  if (!left.length) return undefined
  const base = Object.fromEntries(Object.entries(change.base).filter(([task]) => !lost.has(task)))
  const rest = { ...change, base, inverse: inverse.filter(({ task }) => !lost.has(task)) }
  if (intent.kind === 'remove' || intent.kind === 'claim') return { ...rest, intent: { ...intent, tasks: left } }
  if (intent.kind === 'updateMany') {
    const ids = Object.entries(intent.next?.ids ?? {}).filter(([id]) => !lost.has(id))
    const next = intent.next && { next: { ...intent.next, ids: Object.fromEntries(ids) } }
    return { ...rest, intent: { ...intent, tasks: left, ...next } }
  }
  // The server undoes the change as it was made, which is without these tasks too.
  if (intent.kind === 'undo')
    return { ...rest, intent: { ...intent, effects: intent.effects.filter(({ task }) => !lost.has(task)) } }
  return undefined
}

/** The changes of a task's notes that a change makes, unless the server has refused it. */
export function noteEffectsOf({ intent, problem }: Change, task: string): NoteEffect[] {
  if (problem) return []
  if (intent.kind === 'note') return intent.task === task ? [intent] : []
  return intent.kind === 'undo'
    ? intent.effects.flatMap((effect) => (effect.task === task && effect.note ? effect.note : []))
    : []
}
