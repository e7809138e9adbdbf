import { parseDay } from '../calendar-day.ts'

/** The day in a text that begins with one, such as 2026-11-20 or 2026-11-20T15:00:00Z, or that writes it as 2026/11/20 or 20261120. */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(text) ?? []
  return year === undefined ? undefined : parseDay(`${year}-${month}-${day}`)
}
