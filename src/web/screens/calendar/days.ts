import { addDays } from '../../../contract/calendar-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { CalendarSettings } from '../../../contract/task-lists/view-address.ts'
import { addMonths, monthOf, weekOf, weeksOfMonth } from '../../tasks/month.ts'

type WeekStart = Preferences['weekStart']
type Range = CalendarSettings['range']

/** The day that the calendar is about: the one in the address, today if that is in its month, or else the first of the month. */
export function dayIn({ on }: CalendarSettings, today: string): string {
  if (on === undefined || on === monthOf(today)) return today
  return on.length === 7 ? `${on}-01` : on
}

/** The weeks that a month or a week shows: whole ones, with days of the months before and after, or their working days. */
export function weeksOf(range: Range, day: string, weekStart: WeekStart, hasWeekends = true): string[][] {
  const weeks = range === 'week' ? [weekOf(day, weekStart)] : weeksOfMonth(day, weekStart)
  if (hasWeekends) return weeks
  return weeks
    .map((week) => week.filter((one) => !isWeekend(one)))
    .filter((week) => range === 'week' || week.some((one) => monthOf(one) === monthOf(day)))
}

/** The place in the address after some months or weeks. The present one is left out. */
export function placeAfter(range: Range, day: string, steps: number, today: string, weekStart: WeekStart) {
  if (range === 'month') {
    const month = addMonths(monthOf(day), steps)
    return month === monthOf(today) ? undefined : month
  }
  const next = addDays(day, 7 * steps)
  return weekOf(next, weekStart).includes(today) ? undefined : next
}

export const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

const formatted = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}

export const weekdayName = formatted({ weekday: 'short' })
export const monthName = formatted({ month: 'short' })
/** `Wednesday, Nov 18` */
export const dayInWords = formatted({ weekday: 'long', month: 'short', day: 'numeric' })
const wholeMonth = formatted({ month: 'long', year: 'numeric' })

/** `November 2026`, or `Nov 16 – 22`, with the year if it is another one. */
export function rangeInWords(range: Range, day: string, weeks: string[][], today: string): string {
  if (range === 'month') return wholeMonth(day)
  const [first = day, last = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  const date = (one: string) => String(Number(one.slice(8)))
  const yearOf = (one: string) => one.slice(0, 4)
  const isThisYear = yearOf(last) === yearOf(today) && yearOf(first) === yearOf(today)
  const start = `${monthName(first)} ${date(first)}`
  const end = isThisYear ? date(last) : `${date(last)}, ${yearOf(last)}`
  if (yearOf(first) !== yearOf(last)) return `${start}, ${yearOf(first)} – ${monthName(last)} ${end}`
  return monthOf(first) === monthOf(last) ? `${start} – ${end}` : `${start} – ${monthName(last)} ${end}`
}
