import type { Rule } from './repeat-rule.ts'

/** The calendar repeats itself after so many months: 400 years are a whole number of weeks. */
export const monthsInCycle = 4_800
/** The month after the year 9999. */
const endOfCalendar = 10_000 * 12

/**
 * Returns the days of a rule in a month, in order; undefined after the last year. Months of the same length that begin on the same weekday
 * have the same ones, so that the search for a rare day takes a few operations for each month.
 */
export function daysOfMonths(rule: Rule, anchor: string): (month: number) => string[] | undefined {
  const datesByShape: number[][] = []
  shapes ??= Uint8Array.from({ length: monthsInCycle }, (_, month) => shapeOf(Math.floor(month / 12), month % 12))
  const shapeOfMonth = shapes
  return (month) => {
    if (month >= endOfCalendar) return undefined
    const shape = shapeOfMonth[month % monthsInCycle] ?? 0
    const dates = datesByShape[shape] ?? datesIn(rule, anchor, Math.floor(shape / 7), shape % 7)
    datesByShape[shape] = dates
    if (!dates.length) return none
    const start = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-`
    return dates.map((date) => start + String(date).padStart(2, '0'))
  }
}

/** Of the months of a cycle. Made when the first repetition needs it, because most pages of the web app need none. */
let shapes: Uint8Array | undefined

/** The length and the first weekday of a month, as one number. */
const shapeOf = (year: number, month: number) => daysInMonth(year, month) * 7 + weekdayOfFirst(year, month)

const none: string[] = []

/** The dates of a rule in a month, in order. A date that the month does not have is left out, or becomes its last one. */
function datesIn(
  { weekdays, monthDays, fallsBack }: Rule,
  anchor: string,
  length: number,
  firstWeekday: number,
): number[] {
  const wanted = weekdays.length
    ? weekdays.flatMap(({ day, ordinal }) => {
        const all = Array.from({ length: 5 }, (_, week) => ((day - firstWeekday + 7) % 7) + 1 + 7 * week)
        const existing = all.filter((date) => date <= length)
        return ordinal === undefined ? existing : (existing.at(ordinal > 0 ? ordinal - 1 : ordinal) ?? [])
      })
    : monthDays.length
      ? monthDays.map((date) => (date > 0 ? date : length + 1 + date))
      : [Number(anchor.slice(8))]
  const existing = fallsBack ? wanted.map((date) => Math.min(date, length)) : wanted
  return [...new Set(existing)].filter((date) => date >= 1 && date <= length).sort((a, b) => a - b)
}

/** The weekday of the first day of a month, without a date to parse. The year begins in March, so that a leap day is its last. */
function weekdayOfFirst(year: number, month: number): number {
  const march = month < 2 ? year - 1 : year
  const leapDays = Math.floor(march / 4) - Math.floor(march / 100) + Math.floor(march / 400)
  return (((march + leapDays + (monthShift[month] ?? 0)) % 7) + 7) % 7
}

/** By month: how far its first weekday is after that of the year, where a year beginning with Monday counts as 0. */
const monthShift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 1 && isLeap ? 29 : (lengths[month] ?? 31)
}
