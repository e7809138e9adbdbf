import { daysBetween } from '../calendar-day.ts'
import { formatNearDay } from '../format-day.ts'
import { weekdayNames } from '../repeat-words.ts'
import type { Preferences } from '../schemas/accounts.ts'
import { someday } from '../start-date.ts'

/** The day until which a task is put off, in words: `tomorrow`, `Monday`, `Dec 3`, `someday`. */
export function untilWords(day: string, style: Preferences['dateStyle'], today: string): string {
  if (day === someday) return 'someday'
  const days = daysBetween(today, day)
  if (days === 1) return 'tomorrow'
  if (days > 1 && days < 7) return weekdayOf(day)
  return formatNearDay(day, style, today)
}

/** `Snoozed until Monday`. */
export const snoozedWords = (day: string, style: Preferences['dateStyle'], today: string) =>
  `Snoozed until ${untilWords(day, style, today)}`

const aMonday = '2026-11-16'
const weekdayOf = (day: string) => weekdayNames[((daysBetween(aMonday, day) % 7) + 7) % 7] ?? day
