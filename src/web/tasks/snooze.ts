import { addDays } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { someday } from '../../contract/start-date.ts'
import { endOfWeek } from '../../contract/task-lists/due-groups.ts'

export const somedayName = 'Someday'

/** The start day of a task; undefined if it has none. */
export const startOf = (task: Pick<Task, 'startDate'>) => task.startDate?.slice(0, 10)

/** The days until which tasks are most often put off, each once, under its nearest name. Weeks and months are put off to their first day. */
export function snoozeDays(today: string, weekStart: Preferences['weekStart']): { label: string; day: string }[] {
  const days = [
    { label: 'Tomorrow', day: addDays(today, 1) },
    { label: 'Next week', day: addDays(endOfWeek(today, weekStart), 1) },
    { label: 'Next month', day: `${addDays(`${today.slice(0, 8)}01`, 32).slice(0, 8)}01` },
  ]
  const named = days.filter(({ day }, place) => days.findIndex((one) => one.day === day) === place)
  named.sort((one, other) => (one.day < other.day ? -1 : 1))
  return [...named, { label: somedayName, day: someday }]
}
