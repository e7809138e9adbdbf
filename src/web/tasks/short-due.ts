import { countedDay, daysBetween } from '../../contract/calendar-day.ts'
import { formatNearDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dayOf } from '../../contract/task-lists/due.ts'
import { endOfWeek } from '../../contract/task-lists/due-groups.ts'

export interface ShortDue {
  words: string
  isOverdue: boolean
}

interface Options extends Pick<Preferences, 'dateStyle' | 'weekStart'> {
  today: string
  /** Whether the row is in a group of tasks with similar due dates, which says a part of it already. */
  isInDueGroup: boolean
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const weekdayOf = (day: string) => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]

/** The due date in as few characters as possible: `5 d`, `Thu 19` or `Dec 3`. Undefined if there is nothing to say. */
export function shortDue(
  task: Pick<Task, 'dueDate' | 'status' | 'completedAt'>,
  { today, weekStart, dateStyle, isInDueGroup }: Options,
): ShortDue | undefined {
  const say = (words: string, isOverdue = false) => ({ words, isOverdue })
  if (task.status === 'Completed') {
    if (!task.completedAt) return undefined
    const done = formatNearDay(countedDay(new Date(task.completedAt)), dateStyle, today)
    return say(isInDueGroup ? done : `done ${done}`)
  }
  const day = dayOf(task)
  if (day === undefined) return undefined
  const days = daysBetween(today, day)
  if (days < 0) return say(isInDueGroup ? `${-days} d` : `${-days} d overdue`, true)
  if (days === 0) return isInDueGroup ? undefined : say('Today')
  if (day > endOfWeek(today, weekStart)) return say(formatNearDay(day, dateStyle, today))
  return say(`${weekdayOf(day)} ${Number(day.slice(8))}`)
}
