import { addDays, countedDay } from '../../../contract/calendar-day.ts'
import { isTaskProved } from '../../../contract/receipts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf } from '../../../contract/task-lists/due.ts'
import { type Priority, priorities, type Status, statuses } from '../../../contract/tasks.ts'

export interface Figures {
  open: number
  overdue: number
  today: number
  noDate: number
  byStatus: { status: Status; count: number }[]
  byPriority: { priority: Priority; count: number }[]
  /** Oldest first. */
  completed: { day: string; count: number }[]
  /** Of the tasks that were completed on these days, those with proof; undefined if none of them needs or has any. */
  proved: number | undefined
}

/** The figures of the overview, as of today. */
export function figuresOf(tasks: Task[], today: string, days: number): Figures {
  const open = tasks.filter((task) => task.status !== 'Completed')
  const openDays = open.map(dayOf)
  const perDay = new Map<string, number>()
  const first = addDays(today, 1 - days)
  const completed = tasks.filter(({ completedAt }) => completedAt && countedDay(new Date(completedAt)) >= first)
  for (const { completedAt } of tasks) {
    if (!completedAt) continue
    const day = countedDay(new Date(completedAt))
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
  }
  return {
    open: open.length,
    overdue: openDays.filter((day) => day !== undefined && day < today).length,
    today: openDays.filter((day) => day === today).length,
    noDate: openDays.filter((day) => day === undefined).length,
    byStatus: statuses.map((status) => ({ status, count: tasks.filter((task) => task.status === status).length })),
    byPriority: priorities.map((priority) => ({
      priority,
      count: open.filter((task) => task.priority === priority).length,
    })),
    completed: Array.from({ length: days }, (_, index) => {
      const day = addDays(today, index + 1 - days)
      return { day, count: perDay.get(day) ?? 0 }
    }),
    proved: completed.some(({ doneWhen, proof }) => doneWhen?.length || proof)
      ? completed.filter(isTaskProved).length
      : undefined,
  }
}
