import { nextDays, type Repeat } from '../../contract/repeat.ts'
import { formatRule, readRule } from '../../contract/repeat-rule.ts'
import { dayValue } from './calendar-lines.ts'

/** Enough for two years of a monthly task. */
const maxDates = 24

/**
 * The later dates of a repeating task, as properties of its entry. None if they are counted from the day of the completion, which nobody
 * knows yet. Few programs know SKIP of RFC 7529: a day that falls back is written as the last one of the month, or date by date.
 */
export function laterDates({ rule, from }: Repeat, dueDate: string): string[] {
  if (from !== 'due') return []
  const { fallsBack, ...plain } = readRule(rule)
  if (!fallsBack) return [`RRULE:${rule}`]
  const isLast = plain.monthDays.join() === '31' || (plain.frequency === 'YEARLY' && plain.months.join() === '2')
  if (isLast) return [`RRULE:${formatRule({ ...plain, monthDays: [-1] })}`]
  const today = dueDate.slice(0, 10)
  const days = nextDays({ rule, from, missed: 'keep' }, { dueDate, today }, maxDates)
  return days.length ? [`RDATE;VALUE=DATE:${days.map(dayValue).join()}`] : []
}
