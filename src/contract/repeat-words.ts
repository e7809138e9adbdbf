import type { Repeat } from './repeat.ts'
import { type Rule, readRule, type Weekday } from './repeat-rule.ts'

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const
/** `a, b, and c`. `Intl.ListFormat` would take longer to load than most commands of the command line. */
function listOf(items: string[]): string {
  const [last = '', before = '', ...more] = items.toReversed()
  if (!before) return last
  return more.length ? `${[...more.toReversed(), before].join(', ')}, and ${last}` : `${before} and ${last}`
}

/** A repetition in words: `every 2 weeks on Monday and Thursday, after completion`. `formatDay` says the day of its end. */
export function repeatWords({ rule: text, from, missed }: Repeat, formatDay: (day: string) => string): string {
  const rule = readRule(text)
  const kept = missed === 'keep' ? 'keeping missed dates' : ''
  const phrases = [everyWords(rule), endWords(rule, formatDay), from === 'completion' ? 'after completion' : kept]
  return phrases.filter(Boolean).join(', ')
}

const shortUnits = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const

/** A repetition where there is little room: `daily`, or `every 2 weeks`. */
export function shortRepeatWords({ rule: text }: Repeat): string {
  const { frequency, interval, weekdays, monthDays, months } = readRule(text)
  if (interval !== 1) return `every ${interval} ${units[frequency]}s`
  // A daily rule may name weekdays or months, and is not daily then.
  const isOnSomeDays = weekdays.length + monthDays.length + months.length > 0
  return frequency === 'DAILY' && isOnSomeDays ? 'some days' : shortUnits[frequency]
}

function everyWords(rule: Rule): string {
  const { frequency, interval, weekdays } = rule
  const days = weekdays.map(({ day }) => day).join('')
  const isByWeek = frequency === 'WEEKLY' || frequency === 'DAILY'
  if (isByWeek && interval === 1 && days === '01234') return 'every weekday'
  const unit = units[frequency]
  const every = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`
  const on = onWords(rule)
  return [on ? `${every} ${on}` : every, ...(rule.fallsBack ? [orLastDay] : [])].join(', ')
}

/** How the words of a rule say that a month without the day has its last one instead. */
export const orLastDay = 'or the last day of a shorter month'

function onWords({ frequency, weekdays, monthDays, months, fallsBack }: Rule): string {
  const isByMonth = frequency === 'MONTHLY' || frequency === 'YEARLY'
  const days = weekdays.length
    ? listOf(weekdays.map(isByMonth ? weekdayInMonth : ({ day }) => weekdayNames[day] ?? ''))
    : listOf(monthDays.map(monthDayWords))
  const inMonths = listOf(months.map((month) => monthNames[month - 1] ?? ''))
  const on = days && (frequency === 'DAILY' ? `if it is ${days.replace(/ and (?=\w+$)/, ' or ')}` : `on ${days}`)
  const where = monthDays.some((day) => Math.abs(day) > 28) && !months.length && !fallsBack ? ', where it exists' : ''
  if (!inMonths) return `${on}${where}`
  return on ? `${on} of ${inMonths}` : `in ${inMonths}`
}

function weekdayInMonth({ day, ordinal }: Weekday): string {
  const name = weekdayNames[day] ?? ''
  if (ordinal === undefined) return `every ${name}`
  const place = ordinals[Math.abs(ordinal) - 1] ?? ''
  if (ordinal > 0) return `the ${place} ${name}`
  return ordinal === -1 ? `the last ${name}` : `the ${place} to last ${name}`
}

function monthDayWords(day: number): string {
  if (day > 0) return `the ${ordinalOf(day)}`
  return day === -1 ? 'the last day' : `the ${ordinalOf(-day)} to last day`
}

const suffixes = ['th', 'st', 'nd', 'rd']
function ordinalOf(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14
  return `${number}${(isTeen ? undefined : suffixes[number % 10]) ?? 'th'}`
}

function endWords({ count, until }: Rule, formatDay: (day: string) => string): string {
  if (until) return `until ${formatDay(until)}`
  if (count === undefined) return ''
  return count === 1 ? 'for the last time' : `${count} times`
}
