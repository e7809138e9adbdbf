/**
 * A due date is a calendar day, not an instant. Internally it is `2026-11-14`; on the wire it is `2026-11-14T00:00:00.000Z`.
 * Clients use the text before the T and never convert it to another time zone.
 */
const shape = /^(\d{4})-(\d{2})-(\d{2})(T00:00:00\.000Z)?$/

/** Parses a day in either form. Returns undefined for any other form and for days that do not exist. */
export function parseDay(text: string): string | undefined {
  const [, year, month, day] = shape.exec(text) ?? []
  if (!year || !month || !day) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  date.setUTCFullYear(Number(year))
  const real = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return real ? `${year}-${month}-${day}` : undefined
}

/** The calendar day of a date in the local time zone. */
export function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The hour at which days begin to count for the user of this browser. The server has many users, and passes their hours along. */
let firstHour = 0
export const beginDaysAt = (hour = 0) => {
  firstHour = hour
}
export const dayBegin = () => firstHour

/** The day to which a moment counts where the user is: before the hour at which days begin, it is still the day before. */
export function countedDay(date: Date, hour = firstHour): string {
  if (!hour) return localDay(date)
  return localDay(
    new Date(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours() - hour, date.getMinutes()),
  )
}

/** The number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** The day that is `days` later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

const lastDay = '9999-12-31'

/** The day that is `days` later; undefined after the year 9999, where days have another form. */
export const dayAt = (day: string, days: number) => (days > daysBetween(day, lastDay) ? undefined : addDays(day, days))
