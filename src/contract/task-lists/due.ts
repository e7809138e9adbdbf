import { countedDay, daysBetween } from '../calendar-day.ts'
import { formatShortDay } from '../format-day.ts'
import type { Task } from '../schemas/tasks.ts'
import type { SortOrder } from '../tasks.ts'

/** The calendar day of a task: the text before the T, whatever the time zone. Undefined if it has no due date. */
export const dayOf = (task: Pick<Task, 'dueDate'>) => task.dueDate?.slice(0, 10)

export type Urgency = 'overdue' | 'today' | 'later' | 'none' | 'done'

export interface Due {
  urgency: Urgency
  /** The distance from today in words. */
  words: string
}

export const noDate = 'No date'

/** How urgent a task is today. */
export function dueOf(task: Pick<Task, 'dueDate' | 'status' | 'completedAt'>, today: string): Due {
  if (task.status === 'Completed') {
    const done = task.completedAt ? countedDay(new Date(task.completedAt)) : undefined
    return { urgency: 'done', words: done ? `done ${formatShortDay(done)}` : 'done' }
  }
  const day = dayOf(task)
  if (day === undefined) return { urgency: 'none', words: noDate }
  const days = daysBetween(today, day)
  if (days < 0) return { urgency: 'overdue', words: `${-days} d overdue` }
  if (days === 0) return { urgency: 'today', words: 'today' }
  return { urgency: 'later', words: days === 1 ? 'tomorrow' : `in ${days} days` }
}

/** Compares two due dates or amounts for sorting. Tasks without one come last in both directions. */
export function compareDue<T extends string | number>(a: T | null, b: T | null, order: SortOrder): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b === (order === 'asc') ? -1 : 1
}
