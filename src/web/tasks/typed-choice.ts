import { addDays } from '../../contract/calendar-day.ts'
import type { Option } from '../ui/listbox.tsx'

const plain = (text: string) => text.trim().toLowerCase()

/** The option with this name. */
export const optionCalled = (text: string, options: readonly Option[]): Option | undefined =>
  options.find(({ label }) => plain(label) === plain(text))

/** The first option whose name begins with a text. */
export const optionNamed = (text: string, options: readonly Option[]): Option | undefined =>
  plain(text) ? options.find(({ label }) => plain(label).startsWith(plain(text))) : undefined

/** The next day with this number in its month: `25` is the 25th. Undefined for other texts. */
export function numberedDay(text: string, today: string): string | undefined {
  const number = /^\s*(\d{1,2})\s*$/.exec(text)?.[1]
  if (!number) return undefined
  // Of any two months in a row, at least one has 31 days.
  for (let days = 0; days <= 62; days++) {
    const day = addDays(today, days)
    if (Number(day.slice(8)) === Number(number)) return day
  }
  return undefined
}
