import { addDays, daysBetween } from '../calendar-day.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { dayOf, noDate } from './due.ts'

/** The groups by due date, in their order. `later` is older than the place of that name, and is kept because addresses contain it. */
export const dueGroups = ['overdue', 'today', 'week', 'later', 'none', 'done'] as const
export type DueGroup = (typeof dueGroups)[number]
export const dueNames: Record<DueGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'After this week',
  none: noDate,
  done: 'Completed',
}

export const dueFilters = ['overdue', 'today', 'week', 'nextWeek', 'later', 'none'] as const
export type DueFilter = (typeof dueFilters)[number]
export const dueFilterNames: Record<DueFilter, string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  nextWeek: 'Next week',
  later: 'After this week',
  none: noDate,
}

export interface Calendar {
  today: string
  weekStart: Preferences['weekStart']
}

const aSunday = '2026-11-15'
const firstDays: Record<Preferences['weekStart'], number> = { sunday: 0, monday: 1, saturday: 6 }

/** The last day of the week that contains the day. */
export function endOfWeek(day: string, weekStart: Preferences['weekStart']): string {
  const sinceStart = (((daysBetween(aSunday, day) - firstDays[weekStart]) % 7) + 7) % 7
  return addDays(day, 6 - sinceStart)
}

/** The group of a task by its due date. Completed tasks are a group of their own. */
export function dueGroupOf(task: Task, today: string, weekEnd: string): DueGroup {
  if (task.status === 'Completed') return 'done'
  const day = dayOf(task)
  if (day === undefined) return 'none'
  if (day < today) return 'overdue'
  return day === today ? 'today' : day <= weekEnd ? 'week' : 'later'
}
