import { addDays } from '../contract/calendar-day.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { isSnoozed } from '../contract/start-date.ts'
import { isBlocked, linksIn, openBlockers } from '../contract/task-lists/link-index.ts'
import { completedDay } from '../contract/task-lists/task-days.ts'

/** What there is to say in a standup. The JSON of `taskdeck standup`. */
export interface Standup {
  /** The first day of what was done. */
  since: string
  /** Completed since then, in the order of completion. */
  done: Task[]
  inProgress: Task[]
  /** Open tasks that wait for other open tasks, which are named with each. */
  blocked: (Task & { blockers: Pick<Task, '_id' | 'number' | 'title' | 'status'>[] })[]
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The last day before this one that is not on a weekend. */
export function lastWorkingDay(today: string): string {
  const before = addDays(today, -1)
  return isWeekend(before) ? lastWorkingDay(before) : before
}

export function standupOf(tasks: Task[], since: string, today: string): Standup {
  const index = linksIn(tasks)
  const byNumber = tasks.toSorted((a, b) => a.number - b.number)
  const blocked = byNumber.filter((task) => isBlocked(index, task) && !isSnoozed(task, today))
  const isBlockedTask = new Set(blocked)
  return {
    since,
    done: tasks
      .filter((task) => (completedDay(task) ?? '') >= since)
      .toSorted((a, b) => ((a.completedAt ?? '') < (b.completedAt ?? '') ? -1 : 1)),
    inProgress: byNumber.filter((task) => task.status === 'In Progress' && !isBlockedTask.has(task)),
    blocked: blocked.map((task) => ({
      ...task,
      blockers: openBlockers(index, task).map(({ _id, number, title, status }) => ({ _id, number, title, status })),
    })),
  }
}
