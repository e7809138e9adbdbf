import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf } from '../../tasks/due.ts'

/** What the form can change. */
export interface Values extends Pick<Task, 'status' | 'priority' | 'labels'> {
  /** A day. */
  dueDate: string
}
export const formFields = ['status', 'priority', 'dueDate', 'labels'] as const satisfies (keyof Values)[]
export type FormField = (typeof formFields)[number]

export const valuesOf = ({ status, priority, labels, ...task }: Task): Values => ({
  status,
  priority,
  labels,
  dueDate: dayOf(task),
})

export const same = (one: Values[FormField], other: Values[FormField]) => String(one) === String(other)

/** Puts two people's changes together. What both have changed, and differently, is a conflict; there it keeps mine. */
export function merge(base: Values, mine: Values, theirs: Values): { values: Values; conflicts: FormField[] } {
  const changed = (values: Values, field: FormField) => !same(values[field], base[field])
  const conflicts = formFields.filter(
    (field) => changed(mine, field) && changed(theirs, field) && !same(mine[field], theirs[field]),
  )
  const pick = <F extends FormField>(field: F): Values[F] => (changed(mine, field) ? mine : theirs)[field]
  const values = {
    status: pick('status'),
    priority: pick('priority'),
    dueDate: pick('dueDate'),
    labels: pick('labels'),
  }
  return { values, conflicts }
}
