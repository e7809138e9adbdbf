import { addDays } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { endOfWeek } from '../../contract/task-lists/due-groups.ts'

type WeekStart = Preferences['weekStart']

/** The month of a day: `2026-11`. */
export const monthOf = (day: string) => day.slice(0, 7)

/** The days of the week that a day is in. */
export function weekOf(day: string, weekStart: WeekStart): string[] {
  const end = endOfWeek(day, weekStart)
  return Array.from({ length: 7 }, (_, index) => addDays(end, index - 6))
}

/** The weeks of the month of a day: whole ones, with days of the months before and after. */
export function weeksOfMonth(day: string, weekStart: WeekStart): string[][] {
  const weeks = [weekOf(`${monthOf(day)}-01`, weekStart)]
  for (;;) {
    const next = addDays(weeks.at(-1)?.at(-1) ?? day, 1)
    if (monthOf(next) !== monthOf(day)) return weeks
    weeks.push(weekOf(next, weekStart))
  }
}

/** The month that is `months` later. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}
