import { localDay } from './calendar-day.ts'
import type { Preferences } from './schemas/accounts.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day in the style that the user chose. */
export function formatDay(day: string, style: Preferences['dateStyle']): string {
  const [year = '', month = '', date = ''] = day.split('-')
  if (style === 'iso') return day
  const name = months[Number(month) - 1] ?? month
  return style === 'day-first' ? `${Number(date)} ${name} ${Number(year)}` : `${name} ${Number(date)}, ${Number(year)}`
}

/** A day in the style that the user chose, without the year if it is this year's. */
export function formatNearDay(day: string, style: Preferences['dateStyle'], today: string): string {
  const formatted = formatDay(day, style)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return isThisYear && style !== 'iso' ? formatted.replace(/,? \d+$/, '') : formatted
}

/** A day without its year: `Nov 20`. */
export function formatShortDay(day: string): string {
  const [, month, date] = day.split('-')
  return `${months[Number(month) - 1]} ${Number(date)}`
}

/** A date and time in the style that the user chose. */
export function formatTime(iso: string, style: Preferences['dateStyle']): string {
  const time = new Date(iso)
  return `${formatDay(localDay(time), style)}, ${time.toLocaleTimeString(undefined, { timeStyle: 'short' })}`
}
