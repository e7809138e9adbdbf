import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Field } from '../../tasks/activity.ts'
import { dayOf } from '../../tasks/due.ts'

/** Some fields of a task as a form holds them: the due date is a day. */
export function partOf<F extends Field>(task: Task, fields: readonly F[]): Pick<Task, F> {
  const values = { ...task, dueDate: dayOf(task) }
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Pick<Task, F>
}

/** What the form beside the task can change. */
export type Values = Pick<Task, 'status' | 'priority' | 'dueDate' | 'labels'>

export const valuesOf = (task: Task): Values => partOf(task, ['status', 'priority', 'dueDate', 'labels'])

export const same = (one: unknown, other: unknown) => String(one) === String(other)

/** Puts two people's changes together. What both have changed, and differently, is a conflict; there it keeps mine. */
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
