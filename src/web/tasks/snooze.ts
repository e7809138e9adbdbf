import { addDays } from '../../contract/calendar-day.ts'
import { formatNearDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { someday } from '../../contract/start-date.ts'
import { endOfWeek } from '../../contract/task-lists/due-groups.ts'

export const somedayName = 'Someday'

/** The start day of a task; undefined if it has none. */
export const startOf = (task: Pick<Task, 'startDate'>) => task.startDate?.slice(0, 10)

/** The start of a task in words: `Starts Dec 3`, or `Someday`. */
export const startWords = (day: string, style: Preferences['dateStyle'], today: string) =>
  day === someday ? somedayName : `Starts ${formatNearDay(day, style, today)}`

/** The days until which tasks are most often put off, each once. Weeks and months are put off to their first day. */
export function snoozeDays(today: string, weekStart: Preferences['weekStart']): { label: string; day: string }[] {
  const days = new Map([
    [addDays(today, 1), 'Tomorrow'],
    [addDays(endOfWeek(today, weekStart), 1), 'Next week'],
    [`${addDays(`${today.slice(0, 8)}01`, 32).slice(0, 8)}01`, 'Next month'],
  ])
  const named = [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, label]) => ({ label, day }))
  return [...named, { label: somedayName, day: someday }]
}
