import type { Task } from '../../../contract/schemas/tasks.ts'
import { taskFields } from '../../../contract/task-fields.ts'
import type { Field } from '../../history/field-words.ts'

/** Some fields of a task as values of a form: a day has no time. */
export function partOf<F extends Field>(task: Task, fields: readonly F[]): Pick<Task, F> {
  const formValue = (field: F) => {
    const value: Task[F] = task[field]
    return taskFields[field].kind === 'day' && typeof value === 'string' ? value.slice(0, 10) : value
  }
  return Object.fromEntries(fields.map((field) => [field, formValue(field)])) as Pick<Task, F>
}

/** The fields of the form beside the task. */
export type Values = Pick<Task, 'status' | 'priority' | 'dueDate' | 'labels'>

export const valuesOf = (task: Task): Values => partOf(task, ['status', 'priority', 'dueDate', 'labels'])

export const same = (one: unknown, other: unknown) => String(one) === String(other)

/** Merges the changes of two editors. A field that both changed to different values is a conflict, and keeps my value. */
export function merge<V extends object>(base: V, mine: V, theirs: V): { values: V; conflicts: (keyof V)[] } {
  const fields = Object.keys(base) as (keyof V)[]
  const changed = (values: V, field: keyof V) => !same(values[field], base[field])
  const conflicts = fields.filter(
    (field) => changed(mine, field) && changed(theirs, field) && !same(mine[field], theirs[field]),
  )
  const values = { ...theirs }
  for (const field of fields) if (changed(mine, field)) values[field] = mine[field]
  return { values, conflicts }
}
