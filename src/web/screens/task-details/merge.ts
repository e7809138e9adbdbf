import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf } from '../../tasks/due.ts'

/** What the form can change. */
export interface Values extends Pick<Task, 'status' | 'priority'> {
  /** A day. */
  dueDate: string
}
export const formFields = ['status', 'priority', 'dueDate'] as const satisfies (keyof Values)[]
export type FormField = (typeof formFields)[number]

export const valuesOf = (task: Task): Values => ({ status: task.status, priority: task.priority, dueDate: dayOf(task) })

/** Puts two people's changes together. What both have changed, and differently, is a conflict; there it keeps mine. */
export function merge(base: Values, mine: Values, theirs: Values): { values: Values; conflicts: FormField[] } {
  const conflicts = formFields.filter(
    (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
  )
  const pick = <F extends FormField>(field: F): Values[F] => (mine[field] === base[field] ? theirs[field] : mine[field])
  return { values: { status: pick('status'), priority: pick('priority'), dueDate: pick('dueDate') }, conflicts }
}
