import { daysBetween } from '../../../contract/calendar-day.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Priority } from '../../../contract/tasks.ts'
import { dayOf } from '../../tasks/due.ts'

export interface Ranked {
  task: Task
  /** The reasons for its rank, the most important first. */
  reasons: string[]
  weight: number
}

const priorityWeight: Record<Priority, number> = { Critical: 40, High: 20, Medium: 8, Low: 0 }

/** The open tasks, the most urgent first. */
export function rank(tasks: Task[], today: string): Ranked[] {
  return tasks
    .filter((task) => task.status !== 'Completed')
    .map((task) => ranked(task, today))
    .sort(
      (a, b) =>
        b.weight - a.weight ||
        (a.task.dueDate < b.task.dueDate ? -1 : a.task.dueDate > b.task.dueDate ? 1 : 0) ||
        b.task.number - a.task.number,
    )
}

function ranked(task: Task, today: string): Ranked {
  const days = daysBetween(today, dayOf(task))
  const found = [dueReason(days), priorityReason(task.priority), startedReason(task)].filter(({ weight }) => weight > 0)
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
const startedReason = ({ status }: Task) => ({ words: 'already started', weight: status === 'In Progress' ? 10 : 0 })
