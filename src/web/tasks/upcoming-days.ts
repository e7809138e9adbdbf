import { addDays } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { endOfWeek } from '../../contract/task-lists/due-groups.ts'

/** The days that tasks are most often moved to, each once: at the end of a week, next week begins tomorrow. */
export function upcomingDays(today: string, weekStart: Preferences['weekStart']) {
  const tomorrow = addDays(today, 1)
  const nextWeek = addDays(endOfWeek(today, weekStart), 1)
  return [
    { label: 'Today', day: today },
    { label: 'Tomorrow', day: tomorrow },
    ...(nextWeek === tomorrow ? [] : [{ label: 'Next week', day: nextWeek }]),
  ]
}
