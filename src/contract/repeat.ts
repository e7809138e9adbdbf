import { addDays, dayAt, daysBetween } from './calendar-day.ts'
import { daysOfMonths, monthsInCycle } from './repeat-months.ts'
import { formatRule, type Rule, readRule } from './repeat-rule.ts'

/** How a task repeats. Its rule is an RRULE of RFC 5545 that begins at the task's due date, or at the day of its completion. */
export interface Repeat {
  rule: string
  from: (typeof repeatStarts)[number]
  /** Every date gets its task, also one that has passed. Without it, missed dates are left out. Only for dates counted from the due date. */
  missed?: 'keep'
}

/** The day from which the next date is counted. */
export const repeatStarts = ['due', 'completion'] as const

/** A task that repeats, as far as the dates of the tasks after it depend on it. */
interface Dated {
  /** Without a due date, the next one is counted from today. */
  dueDate: string | null
  today: string
}

const lastDay = '9999-12-31'

/** The days of a rule depend on the calendar, which repeats itself after so many days, weeks, months or years. */
const cycles: Record<Rule['frequency'], number> = {
  DAILY: 7,
  WEEKLY: 1,
  MONTHLY: monthsInCycle,
  YEARLY: monthsInCycle / 12,
}

/** After this many periods without a day, there is none at all: the next one has the same days as the first. At most 400, of the rules that have none. */
function maxEmptyPeriods({ frequency, interval }: Rule): number {
  const cycle = cycles[frequency]
  return cycle / greatestDivisor(cycle, interval)
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/**
 * The due date of the task that follows when this one is completed today; undefined if it was the last one. It is after the due date of this
 * one, and never before today unless missed dates are kept.
 */
export function nextDue(repeat: Repeat, dated: Dated): string | undefined {
  const { dueDate, today } = dated
  const anchor = repeat.from === 'completion' ? today : (dueDate ?? today)
  return daysWithin(readRule(repeat.rule), anchor, earliestDay(repeat, dated)).next().value
}

/**
 * Whether a rule has any day after this one, not counting its end by COUNT or UNTIL, which a person has chosen: the 31st of every twelfth month
 * has none after a day in February.
 */
export const comesAgain = (repeat: Repeat, dueDate: string): boolean =>
  !daysAfter(readRule(repeat.rule), dueDate, dueDate).next().done

/**
 * Says to a person why a task that is due on this day would never repeat; undefined if it does. A rule that counts from the completion always
 * has a next date.
 */
export function problemOfDates(repeat: Repeat, dueDate: string | null | undefined): string | undefined {
  if (repeat.from === 'completion' || !dueDate || comesAgain(repeat, dueDate)) return undefined
  return `No date of this rule comes after the due date ${dueDate}. Change the rule or the due date.`
}

/** The first day that the next task may be due on. */
const earliestDay = ({ from, missed }: Repeat, { dueDate, today }: Dated) =>
  missed === 'keep' && from === 'due' && dueDate !== null && dueDate < today ? dueDate : today

/** The first day from today on that fits a rule: the due date of a task that begins to repeat and has none. */
export function firstDue(repeat: Repeat, today: string): string {
  // The first task may be due in the next of its periods, however far they are apart later.
  const rule = { ...readRule(repeat.rule), interval: 1 }
  const isToday = periods[rule.frequency](rule, today).days(0)?.includes(today)
  return isToday ? today : (daysAfter(rule, today, today).next().value ?? today)
}

/** The next `count` due dates, or fewer if the rule ends, if each task is completed on its day and an overdue one today. */
export function nextDays(repeat: Repeat, dated: Dated, count: number): string[] {
  const days: string[] = []
  for (const day of expectedDays(repeat, dated)) if (days.push(day) >= count) break
  return days
}

/** The due dates from `fromDay` to `toDay` of the tasks that will follow, if each is completed on its day and an overdue one today. */
export function comingDays(repeat: Repeat, dated: Dated, fromDay: string, toDay: string): string[] {
  const days: string[] = []
  for (const day of expectedDays(repeat, dated, fromDay)) {
    if (day > toDay) break
    if (day >= fromDay && day >= dated.today) days.push(day)
  }
  return days
}

/** The repeat of the task that follows. Of a limited number of tasks, one less is left. */
export function nextRepeat(repeat: Repeat): Repeat {
  const rule = readRule(repeat.rule)
  return rule.count === undefined ? repeat : { ...repeat, rule: formatRule({ ...rule, count: rule.count - 1 }) }
}

function expectedDays(repeat: Repeat, dated: Dated, fromDay?: string) {
  const { dueDate, today } = dated
  const isLate = dueDate === null || dueDate < today
  const anchor = dueDate === null || (repeat.from === 'completion' && isLate) ? today : dueDate
  return daysWithin(readRule(repeat.rule), anchor, earliestDay(repeat, dated), fromDay)
}

/** The days of a rule after `anchor` that are not before `earliest`, up to its end. Days before `fromDay` may be left out. */
function* daysWithin(rule: Rule, anchor: string, earliest: string, fromDay = earliest): Generator<string, undefined> {
  const { count = Number.POSITIVE_INFINITY, until = lastDay } = rule
  // Without a count, the days before `fromDay` do not matter.
  const start = rule.count === undefined && fromDay > earliest ? fromDay : earliest
  let left = count - 1
  for (const day of daysAfter(rule, anchor, start)) {
    if (day > until || left-- <= 0) return undefined
    yield day
  }
  return undefined
}

/** The days of a rule that begins at `anchor`, after it and from `start` on, as RFC 5545 defines them without COUNT and UNTIL. */
export function* daysAfter(rule: Rule, anchor: string, start: string): Generator<string, undefined> {
  const period = periods[rule.frequency](rule, anchor)
  let index = Math.max(0, period.indexOf(start))
  const maxEmpty = maxEmptyPeriods(rule)
  for (let empty = 0; empty <= maxEmpty; empty++, index++) {
    const days = period.days(index)
    if (days === undefined) return undefined
    for (const day of days) {
      if (day <= anchor || day < start) continue
      empty = 0
      yield day
    }
  }
  return undefined
}

/** The periods of a rule, such as every second week, counted from the one that contains its first day. */
interface Periods {
  /** The last period that begins on this day or before. */
  indexOf(day: string): number
  /** The days in a period in order; undefined after the last year. */
  days(index: number): string[] | undefined
}

const periods: Record<Rule['frequency'], (rule: Rule, anchor: string) => Periods> = {
  DAILY: ({ interval, weekdays }, anchor) => ({
    indexOf: (day) => Math.floor(daysBetween(anchor, day) / interval),
    days(index) {
      const day = dayAt(anchor, index * interval)
      if (day === undefined) return undefined
      return !weekdays.length || weekdays.some((weekday) => weekday.day === weekdayOf(day)) ? [day] : []
    },
  }),
  WEEKLY: ({ interval, weekdays }, anchor) => {
    const monday = addDays(anchor, -weekdayOf(anchor))
    const chosen = weekdays.length ? weekdays.map(({ day }) => day) : [weekdayOf(anchor)]
    return {
      indexOf: (day) => Math.floor(daysBetween(monday, day) / (7 * interval)),
      days(index) {
        const start = dayAt(monday, index * interval * 7)
        return start === undefined ? undefined : chosen.flatMap((weekday) => dayAt(start, weekday) ?? [])
      },
    }
  },
  MONTHLY: (rule, anchor) => {
    const first = monthOf(anchor)
    const daysOf = daysOfMonths(rule, anchor)
    return {
      indexOf: (day) => Math.floor((monthOf(day) - first) / rule.interval),
      days: (index) => daysOf(first + index * rule.interval),
    }
  },
  YEARLY: (rule, anchor) => {
    const first = yearOf(anchor)
    const daysOf = daysOfMonths(rule, anchor)
    const months = rule.months.length ? rule.months.map((month) => month - 1) : [monthOf(anchor) % 12]
    return {
      indexOf: (day) => Math.floor((yearOf(day) - first) / rule.interval),
      days(index) {
        const year = first + index * rule.interval
        if (year > 9999) return undefined
        return months.flatMap((month) => daysOf(year * 12 + month) ?? [])
      },
    }
  },
}

/** Number of months since the year 0. */
const monthOf = (day: string) => yearOf(day) * 12 + Number(day.slice(5, 7)) - 1
const yearOf = (day: string) => Number(day.slice(0, 4))

/** 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: string) => (((daysBetween('1970-01-01', day) + 3) % 7) + 7) % 7
