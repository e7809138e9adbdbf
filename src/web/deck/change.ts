import { mergeFields } from '../../contract/merge.ts'
import { completed, isContinued } from '../../contract/next-task.ts'
import type { ManyChange, NewTask, NextTask, NextTasks, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { bulkValues, changedValues, newValues } from '../../contract/task-changes.ts'
import { allFields, type FieldName, isSameValue, type TaskValues, withoutAbsent } from '../../contract/task-fields.ts'
import { unnumbered } from '../../contract/words/task-names.ts'

/** A task of the deck. `trashedAt` is set while it is in the trash. */
export type DeckTask = Task & { trashedAt?: string | null }
export type Tasks = ReadonlyMap<string, DeckTask>

/** A task that the browser has named, before the server has numbered it. */
export type NamedTask = NewTask & { _id: string }

/** Sets values of one task, or its place in the trash. */
export interface Effect {
  task: string
  values?: Partial<TaskValues>
  isTrashed?: boolean
}

/** The wish of the user, whatever the tasks are by the time it is applied. */
export type Intent =
  | { kind: 'create'; tasks: NamedTask[] }
  /** `position` is where a moved card is shown until the server has placed it. */
  | { kind: 'update'; task: string; values: TaskChange; position?: number }
  | { kind: 'updateMany'; tasks: string[]; change: ManyChange; next?: NextTasks }
  | { kind: 'remove'; tasks: string[] }
  | { kind: 'restore'; task: string }
  /** `of` is the number of a change in the log, or the id of a change of this browser that the server has not confirmed yet. */
  | { kind: 'undo'; of: number | string; effects: Effect[] }

/** The state of a task on which a change is based: its version, and its values of the fields that the change sets. */
export interface Base {
  version: number
  values: Partial<TaskValues>
}

/** Why a change cannot be applied as it is. The user decides. The message is empty if the server gave no reason. */
export type Problem =
  | { kind: 'refused'; message: string }
  | { kind: 'conflict'; message: string; tasks: { task: Task; fields: FieldName[] }[] }
  /** The tasks were moved to the trash elsewhere. */
  | { kind: 'trashed'; message: string }

/** A change that was made in this browser and is not in the log yet, as far as the browser knows. */
export interface Change {
  /** Also its idempotency key. */
  id: string
  /** Changes are applied and sent in this order. */
  order: number
  at: string
  intent: Intent
  /** By task. Tasks without a version at the time are absent. */
  base: Record<string, Base>
  /** Reverts the change. */
  inverse: Effect[]
  /** Set before it is sent for the first time: the versions that the request names. A repetition must be the same request. */
  sent?: { versions: Record<string, number> }
  /** The server has made the change: the numbers of its first and last event, null if nothing had to be changed. */
  done?: { change: number | null; seq: number | null }
  problem?: Problem
}

type Applied = Pick<Change, 'intent' | 'at'> & Partial<Pick<Change, 'base'>>

/** Applies a change to a copy of the tasks. Tasks that are missing, or in the trash, are left out. */
export function applyChange(tasks: Map<string, DeckTask>, { intent, at, base = {} }: Applied): void {
  const edit = (id: string, values: (task: DeckTask) => Partial<DeckTask>) => {
    const task = tasks.get(id)
    if (task && !task.trashedAt) tasks.set(id, withoutAbsent({ ...task, ...values(task), updatedAt: at }))
  }
  /** Sets values of a task. If that completes it and it repeats, the next one is added, as on the server. */
  const set = (id: string, valuesFor: (task: DeckTask) => Partial<TaskValues>, { _id, today }: NextTask) => {
    const task = tasks.get(id)
    if (!task || task.trashedAt) return
    const { values, next } = completed(task, valuesFor(task), today ?? at.slice(0, 10))
    edit(id, () => values)
    if (next && _id && !tasks.has(_id)) tasks.set(_id, withoutAbsent({ ...next, ...numbered(_id, at, tasks.size) }))
  }
  switch (intent.kind) {
    case 'create':
      for (const task of intent.tasks) if (!tasks.has(task._id)) tasks.set(task._id, newTask(task, at, tasks.size))
      return
    case 'update': {
      const { place: _, next = {}, ...wanted } = intent.values
      const position = intent.position === undefined ? {} : { position: intent.position }
      const valuesFor = (task: DeckTask) => ({ ...wanted, ...mergeInto(task, wanted, base[intent.task]).values })
      set(intent.task, (task) => ({ ...changedValues(valuesFor(task), task, at), ...position }), next)
      return
    }
    case 'updateMany':
      for (const id of intent.tasks) {
        const _id = intent.next?.ids?.[id]
        const next = { ...(_id ? { _id } : {}), ...(intent.next?.today ? { today: intent.next.today } : {}) }
        set(id, (task) => bulkValues(intent.change, task, at), next)
      }
      return
    case 'remove':
      for (const id of intent.tasks) edit(id, () => ({ trashedAt: at }))
      return
    case 'restore':
      applyEffects(tasks, [{ task: intent.task, isTrashed: false }], at)
      return
    case 'undo':
      applyEffects(tasks, intent.effects, at)
  }
}

/** Merges the values of a change into a task that may have been changed since, like the server does. Without a base, nothing is known to merge. */
const mergeInto = (task: DeckTask, wanted: Partial<TaskValues>, base: Base | undefined) =>
  base ? mergeFields({ base: base.values, current: task, wanted }) : { values: wanted, conflicts: [] }

function applyEffects(tasks: Map<string, DeckTask>, effects: Effect[], at: string) {
  for (const { task: id, values, isTrashed } of effects) {
    const task = tasks.get(id)
    if (!task) continue
    const trashedAt = isTrashed === undefined ? {} : { trashedAt: isTrashed ? at : null }
    tasks.set(id, withoutAbsent({ ...task, ...values, ...trashedAt, updatedAt: at }))
  }
}

function newTask({ _id, ...task }: NamedTask, at: string, order: number): DeckTask {
  const made = numbered(_id, at, order)
  return withoutAbsent({ ...made, position: made.number, ...newValues(task, at) })
}

/** Everything but the values of a task that the server has not numbered yet. */
const numbered = (_id: string, at: string, order: number) => ({
  _id,
  number: unnumbered + order,
  version: 0,
  createdAt: at,
  updatedAt: at,
  fileCount: 0,
})

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

/** The ids of all tasks that an intent may change: those that it names, and those that it adds. */
export const touchedTasks = (intent: Intent): string[] => [...tasksOf(intent), ...nextIdsOf(intent)]

/** The ids of the tasks that an intent names. */
export function tasksOf(intent: Intent): string[] {
  switch (intent.kind) {
    case 'create':
      return intent.tasks.map(({ _id }) => _id)
    case 'updateMany':
    case 'remove':
      return intent.tasks
    case 'undo':
      return intent.effects.map(({ task }) => task)
    default:
      return [intent.task]
  }
}

/** A change without some tasks that will never exist; undefined if nothing is left of it. */
export function withoutTasks(change: Change, lost: ReadonlySet<string>): Change | undefined {
  const { intent, inverse } = change
  const ids = tasksOf(intent)
  const left = ids.filter((id) => !lost.has(id))
  if (left.length === ids.length) return change
  if (!left.length) return undefined
  const rest = { ...change, inverse: inverse.filter(({ task }) => !lost.has(task)) }
  if (intent.kind === 'remove') return { ...rest, intent: { ...intent, tasks: left } }
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

/** The fields whose values an intent replaces. A place on the board is none of them: the last move wins. */
function fieldsSet(intent: Intent): FieldName[] {
  const values = intent.kind === 'update' ? intent.values : intent.kind === 'updateMany' ? intent.change : {}
  return allFields.flatMap(([name]) => (name in values && name !== 'position' ? name : []))
}

/** The state of the tasks on which an intent is based. */
export function basesOf(intent: Intent, tasks: Tasks): Record<string, Base> {
  const fields = fieldsSet(intent)
  const bases: Record<string, Base> = {}
  for (const id of fields.length ? tasksOf(intent) : []) {
    const task = tasks.get(id)
    if (task?.version) bases[id] = { version: task.version, values: valuesIn(task, fields) }
  }
  return bases
}

const valuesIn = (task: Task, fields: FieldName[]): Partial<TaskValues> =>
  Object.fromEntries(fields.map((field) => [field, task[field]]))

/** The effects that turn the tasks after a change back into those before it. */
export function inverseOf(intent: Intent, before: Tasks, after: Tasks): Effect[] {
  return touchedTasks(intent).flatMap((id): Effect[] => {
    const [old, next] = [before.get(id), after.get(id)]
    if (!next) return []
    if (!old) return [{ task: id, isTrashed: true }]
    const fields = allFields.filter(([name]) => !isSameValue(old[name], next[name])).map(([name]) => name)
    const isTrashed = Boolean(old.trashedAt) === Boolean(next.trashedAt) ? {} : { isTrashed: Boolean(old.trashedAt) }
    return [{ task: id, ...(fields.length ? { values: valuesIn(old, fields) } : {}), ...isTrashed }]
  })
}

/**
 * A change with its request fixed. It is based on the current version of a task if the values that it replaces are still the same, or if both
 * can be merged here: only this browser knows an earlier change of its own on which this one was based. Otherwise it is based on the version
 * that the user has seen, and the server decides.
 */
export function readyToSend(change: Change, tasks: Tasks): Change & Required<Pick<Change, 'sent'>> {
  const { base } = change
  const fields = fieldsSet(change.intent)
  let { intent } = change
  const versions: Record<string, number> = {}
  for (const [id, { version, values }] of Object.entries(base)) {
    const now = tasks.get(id)
    versions[id] = version
    if (now && intent.kind === 'update') {
      const { place, ...wanted } = intent.values
      const merged = mergeInto(now, wanted, base[id])
      if (merged.conflicts.length) continue
      versions[id] = now.version
      intent = { ...intent, values: { ...(place && { place }), ...wanted, ...merged.values } }
    } else if (now && fields.every((field) => isSameValue(now[field], values[field]))) versions[id] = now.version
  }
  return { ...change, intent, sent: { versions } }
}
