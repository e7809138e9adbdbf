import { addDays } from '../../../contract/calendar-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { endOfWeek } from '../../../contract/task-lists/due-groups.ts'
import { completedDay, createdDay, daysTaken } from '../../../contract/task-lists/task-days.ts'

/** A number of tasks, and the search that finds them. */
export interface Amount {
  count: number
  q: string
}

export interface Week {
  /** Its first day. */
  day: string
  completed: Amount
  created: Amount
}

/** The tasks that were completed and created in each of the last weeks, oldest first. */
export function weeksOf(tasks: Task[], today: string, weekStart: Preferences['weekStart'], count: number): Week[] {
  const lastDay = endOfWeek(today, weekStart)
  const completed = countBy(tasks.map(completedDay), weekStart)
  const created = countBy(tasks.map(createdDay), weekStart)
  return Array.from({ length: count }, (_, index) => {
    const last = addDays(lastDay, 7 * (index + 1 - count))
    const day = addDays(last, -6)
    const amount = (counts: ReadonlyMap<string, number>, key: string): Amount => ({
      count: counts.get(last) ?? 0,
      q: `${key}:${day}..${last}`,
    })
    return { day, completed: amount(completed, 'completed'), created: amount(created, 'created') }
  })
}

/** How many of the days are in each week, by the last day of the week. */
function countBy(days: (string | undefined)[], weekStart: Preferences['weekStart']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const day of days) {
    if (day === undefined) continue
    const week = endOfWeek(day, weekStart)
    counts.set(week, (counts.get(week) ?? 0) + 1)
  }
  return counts
}

export interface Bucket extends Amount {
  name: string
  /** The name without room for words. */
  short: string
}

const ages = [
  { name: 'Less than a week', short: '< 1 wk', from: 0, to: 6 },
  { name: '1 to 4 weeks', short: '1–4 wk', from: 7, to: 27 },
  { name: '1 to 3 months', short: '1–3 mo', from: 28, to: 90 },
  { name: '3 to 12 months', short: '3–12 mo', from: 91, to: 364 },
  { name: 'More than a year', short: '> 1 yr', from: 365, to: undefined },
]

/** The open tasks by the time since their creation. */
export function agesOf(tasks: Task[], today: string): Bucket[] {
  const days = tasks.filter(({ status }) => status !== 'Completed').map(createdDay)
  return ages.map(({ name, short, from, to }) => {
    const [oldest, newest] = [to === undefined ? undefined : addDays(today, -to), addDays(today, -from)]
    // The clock of the server may be ahead.
    const end = from === 0 ? undefined : newest
    const isWithin = (day: string) => (oldest === undefined || day >= oldest) && (end === undefined || day <= end)
    return { name, short, count: days.filter(isWithin).length, q: `is:open created:${oldest ?? ''}..${end ?? ''}` }
  })
}

const durations = [
  { name: 'Same day', short: '0 d', from: 0, to: 0 },
  { name: '1 to 2 days', short: '1–2 d', from: 1, to: 2 },
  { name: '3 to 6 days', short: '3–6 d', from: 3, to: 6 },
  { name: '1 to 2 weeks', short: '1–2 wk', from: 7, to: 13 },
  { name: '2 to 4 weeks', short: '2–4 wk', from: 14, to: 27 },
  { name: '4 weeks and more', short: '≥ 4 wk', from: 28, to: undefined },
]

/** The completed tasks by the days from the start of the work to the completion: see `daysTaken`. */
export function durationsOf(tasks: Task[]): Bucket[] {
  const taken = tasks.map(daysTaken)
  return durations.map(({ name, short, from, to = Number.POSITIVE_INFINITY }) => ({
    name,
    short,
    count: taken.filter((days) => days !== undefined && days >= from && days <= to).length,
    q: `took:${from}..${Number.isFinite(to) ? to : ''}`,
  }))
}

/** The labels with the most open tasks. */
export function labelCounts(tasks: Task[], count: number): { label: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { status, labels } of tasks) {
    if (status !== 'Completed') for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts]
    .map(([label, number]) => ({ label, count: number }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .slice(0, count)
}
