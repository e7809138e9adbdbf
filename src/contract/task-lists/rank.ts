import { daysBetween } from '../calendar-day.ts'
import type { Task } from '../schemas/tasks.ts'
import { isSnoozed } from '../start-date.ts'
import type { Priority } from '../tasks.ts'
import { compareDue, dayOf } from './due.ts'
import { isBlocked, linksIn, unblockedBy } from './link-index.ts'

/** The fields of a task that decide its rank. */
export type Rankable = Pick<Task, 'number' | 'status' | 'priority' | 'dueDate'>

export interface Ranked<T extends Rankable = Task> {
  task: T
  /** The reasons for its rank, the most important first. */
  reasons: string[]
  weight: number
}

const priorityWeight: Record<Priority, number> = { Critical: 40, High: 20, Medium: 8, Low: 0 }

/** The open tasks that have started and that nothing blocks, the most urgent first. `all` contains also the tasks that are not shown. */
export function rank(tasks: Task[], today: string, all = tasks): Ranked[] {
  const index = linksIn(all)
  return tasks
    .filter((task) => task.status !== 'Completed' && !isSnoozed(task, today) && !isBlocked(index, task))
    .map((task) => weigh(task, today, unblockedBy(index, task).length))
    .sort(byRank)
}

/** The most urgent first. */
export const byRank = (a: Ranked<Rankable>, b: Ranked<Rankable>): number =>
  b.weight - a.weight || compareDue(a.task.dueDate, b.task.dueDate, 'asc') || b.task.number - a.task.number

/** The rank of a task that can be worked on. `unblocks` is the number of open tasks that wait for it alone. */
export function weigh<T extends Rankable>(task: T, today: string, unblocks: number): Ranked<T> {
  const day = dayOf(task)
  const due = day === undefined ? [] : [dueReason(daysBetween(today, day))]
  const found = [...due, priorityReason(task.priority), startedReason(task), blockingReason(unblocks)].filter(
    ({ weight }) => weight > 0,
  )
  return {
    task,
    reasons: found.toSorted((a, b) => b.weight - a.weight).map(({ words }) => words),
    weight: found.reduce((sum, { weight }) => sum + weight, 0),
  }
}

function dueReason(days: number) {
  if (days < 0) return { words: `overdue ${-days} ${days === -1 ? 'day' : 'days'}`, weight: 50 + Math.min(-days, 30) }
  if (days === 0) return { words: 'due today', weight: 45 }
  if (days === 1) return { words: 'due tomorrow', weight: 30 }
  return { words: `due in ${days} days`, weight: days <= 7 ? 20 - days : 0 }
}

const priorityReason = (priority: Priority) => ({ words: priority, weight: priorityWeight[priority] })
const startedReason = ({ status }: Rankable) => ({
  words: 'already started',
  weight: status === 'In Progress' ? 10 : 0,
})
/** Weighs less than a date that is close, but several waiting tasks weigh more than a priority. */
const blockingReason = (count: number) => ({
  words: `unblocks ${count} ${count === 1 ? 'other' : 'others'}`,
  weight: count && Math.min(6 + 6 * count, 36),
})
