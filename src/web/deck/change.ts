import type { ManyChange, NewTask, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { bulkValues, changedValues, newValues } from '../../contract/task-changes.ts'
import { allFields, type FieldName, isSameValue, type TaskValues } from '../../contract/task-fields.ts'

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
  | { kind: 'updateMany'; tasks: string[]; change: ManyChange }
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

/** Numbers from here on belong to tasks that the server has not numbered yet. They sort as the newest. */
const unnumbered = 1_000_000_000

/** The number of a task as users read it: `#12`, or `new` until the server has numbered it. */
export const numberOf = ({ number }: Pick<Task, 'number'>) => (number < unnumbered ? `#${number}` : 'new')

/** The name of a task in messages: `#12 Fix login`, or only its title until the server has numbered it. */
export const nameOf = ({ number, title }: Pick<Task, 'number' | 'title'>) =>
  number < unnumbered ? `#${number} ${title}` : title

/** Applies a change to a copy of the tasks. Tasks that are missing, or in the trash, are left out. */
export function applyChange(tasks: Map<string, DeckTask>, { intent, at }: Pick<Change, 'intent' | 'at'>): void {
  const edit = (id: string, values: (task: DeckTask) => Partial<DeckTask>) => {
    const task = tasks.get(id)
    if (task && !task.trashedAt) tasks.set(id, { ...task, ...values(task), updatedAt: at })
  }
  switch (intent.kind) {
    case 'create':
      for (const task of intent.tasks) if (!tasks.has(task._id)) tasks.set(task._id, newTask(task, at, tasks.size))
      return
    case 'update': {
      const { place: _, ...values } = intent.values
      const position = intent.position === undefined ? {} : { position: intent.position }
      edit(intent.task, (task) => ({ ...changedValues(values, task, at), ...position }))
      return
    }
    case 'updateMany':
      for (const id of intent.tasks) edit(id, (task) => bulkValues(intent.change, task, at))
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

function applyEffects(tasks: Map<string, DeckTask>, effects: Effect[], at: string) {
  for (const { task: id, values, isTrashed } of effects) {
    const task = tasks.get(id)
    if (!task) continue
    const trashedAt = isTrashed === undefined ? {} : { trashedAt: isTrashed ? at : null }
    tasks.set(id, { ...task, ...values, ...trashedAt, updatedAt: at })
  }
}

function newTask({ _id, ...task }: NamedTask, at: string, order: number): DeckTask {
  const number = unnumbered + order
  return { _id, number, version: 0, createdAt: at, updatedAt: at, position: number, ...newValues(task, at) }
}

/** The ids of the tasks that an intent changes. */
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
  return tasksOf(intent).flatMap((id): Effect[] => {
    const [old, next] = [before.get(id), after.get(id)]
    if (!next) return []
    if (!old) return [{ task: id, isTrashed: true }]
    const fields = allFields.filter(([name]) => !isSameValue(old[name], next[name])).map(([name]) => name)
    const isTrashed = Boolean(old.trashedAt) === Boolean(next.trashedAt) ? {} : { isTrashed: Boolean(old.trashedAt) }
    return [{ task: id, ...(fields.length ? { values: valuesIn(old, fields) } : {}), ...isTrashed }]
  })
}

/** The version to send for each task: the current one if the values that the change replaces are still the same, or else that of the base. */
export function versionsFor({ intent, base }: Change, tasks: Tasks): Record<string, number> {
  const fields = fieldsSet(intent)
  const versions: Record<string, number> = {}
  for (const [id, { version, values }] of Object.entries(base)) {
    const now = tasks.get(id)
    const isSame = now && fields.every((field) => isSameValue(now[field], values[field]))
    versions[id] = isSame ? now.version : version
  }
  return versions
}
