import type { Repeat } from '../repeat.ts'
import { formatRule, type Rule, readRule } from '../repeat-rule.ts'

/** Every month has the days up to this one. */
const shortestMonth = 28

/**
 * A repetition as people mean it who say it of a day. Every month, said of the 31st, falls on the last day of a shorter month: for rent and
 * birthdays, no month and no year may be left out. The day is written into the rule, because the due dates of later tasks do not say it any
 * more. Words that name a day, such as on the 31st, are left as they are.
 */
export function inShortMonths(repeat: Repeat, dueDay: string | null | undefined): Repeat {
  const { fallsBack: _, ...rule } = readRule(repeat.rule)
  const isByMonth = rule.frequency === 'MONTHLY' || rule.frequency === 'YEARLY'
  if (!isByMonth || rule.weekdays.length || rule.monthDays.length) return repeat
  const meant = repeat.from === 'completion' ? { ...rule, fallsBack: true } : dueDay ? onDay(rule, dueDay) : rule
  return { ...repeat, rule: formatRule(meant) }
}

function onDay(rule: Rule, dueDay: string): Rule {
  const [month, date] = [Number(dueDay.slice(5, 7)), Number(dueDay.slice(8, 10))]
  if (date <= shortestMonth) return rule
  const pinned = { ...rule, monthDays: [date], fallsBack: true }
  if (rule.frequency === 'MONTHLY' || rule.months.length) return pinned
  // All other days come every year.
  return month === 2 ? { ...pinned, months: [month] } : rule
}
