import { countedDay, daysBetween } from '../calendar-day.ts'
import type { Task } from '../schemas/tasks.ts'
import { isSnoozed } from '../start-date.ts'
import { dayOf } from './due.ts'
import { isOpen } from './link-index.ts'

/** The days where the user is on which a task was created and completed. */
export const createdDay = ({ createdAt }: Pick<Task, 'createdAt'>) => countedDay(new Date(createdAt))
export const completedDay = ({ completedAt }: Pick<Task, 'completedAt'>) =>
  completedAt ? countedDay(new Date(completedAt)) : undefined

/** The day on which work may begin. */
export const startDay = ({ startDate }: Pick<Task, 'startDate'>) => startDate?.slice(0, 10)

/**
 * The number of days from the start of the work on a task to its completion. Work starts when the task becomes In Progress; if it never did,
 * its creation counts. The start date does not: it says until when a task is put off.
 */
export function daysTaken(task: Pick<Task, 'createdAt' | 'startedAt' | 'completedAt'>): number | undefined {
  const end = completedDay(task)
  if (end === undefined) return undefined
  const start = task.startedAt ? countedDay(new Date(task.startedAt)) : createdDay(task)
  return Math.max(0, daysBetween(start, end))
}

/** Whether today asks for a task: it is overdue, or in the agenda. */
export function isOfToday(task: Task, today: string): boolean {
  if (!isOpen(task) || isSnoozed(task, today)) return false
  const due = dayOf(task)
  return (due !== undefined && due <= today) || startDay(task) === today
}
