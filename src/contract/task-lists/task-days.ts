import { daysBetween, localDay } from '../calendar-day.ts'
import type { Task } from '../schemas/tasks.ts'

/** The days where the user is on which a task was created and completed. */
export const createdDay = ({ createdAt }: Pick<Task, 'createdAt'>) => localDay(new Date(createdAt))
export const completedDay = ({ completedAt }: Pick<Task, 'completedAt'>) =>
  completedAt ? localDay(new Date(completedAt)) : undefined

/** The number of days from the start date of a task, or from its creation if it has none, to its completion. */
export function daysTaken(task: Pick<Task, 'createdAt' | 'startDate' | 'completedAt'>): number | undefined {
  const end = completedDay(task)
  if (end === undefined) return undefined
  const start = task.startDate?.slice(0, 10) ?? createdDay(task)
  return Math.max(0, daysBetween(start, end))
}
