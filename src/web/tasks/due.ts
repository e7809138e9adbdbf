import { daysBetween, localDay } from '../../contract/calendar-day.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { formatShortDay } from '../ui/format-day.ts'

/** The calendar day of a task: the part before the T, whatever the time zone. */
export const dayOf = (task: Pick<Task, 'dueDate'>) => task.dueDate.slice(0, 10)

export type Urgency = 'overdue' | 'today' | 'later' | 'done'

export interface Due {
  urgency: Urgency
  /** The distance from today in words. */
  words: string
}

/** How urgent a task is today. */
export function dueOf(task: Pick<Task, 'dueDate' | 'status' | 'completedAt'>, today: string): Due {
  if (task.status === 'Completed') {
    const done = task.completedAt ? localDay(new Date(task.completedAt)) : undefined
    return { urgency: 'done', words: done ? `done ${formatShortDay(done)}` : 'done' }
  }
  const days = daysBetween(today, dayOf(task))
  if (days < 0) return { urgency: 'overdue', words: `overdue ${-days} d` }
  if (days === 0) return { urgency: 'today', words: 'today' }
  return { urgency: 'later', words: days === 1 ? 'tomorrow' : `in ${days} days` }
}
