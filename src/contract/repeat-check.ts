import { parseDay } from './calendar-day.ts'
import { AppError } from './errors.ts'
import type { Repeat } from './repeat.ts'
import {
  formatRule,
  frequencies,
  type Rule,
  type RuleSetting,
  readRule,
  ruleSettings,
  weekdayNames,
} from './repeat-rule.ts'

export const ruleLimits = { length: 200, interval: 999, count: 999 } as const

class Refusal extends Error {}

/** A repeat as it is stored. Fails with `invalid_input`, which says to a person why, if its rule is not supported. */
export function cleanRepeat({ rule, from, missed }: Repeat): Repeat {
  const parsed = parseRule(rule)
  if ('problem' in parsed) throw new AppError('invalid_input', `repeat.rule is not supported: ${parsed.problem}`)
  const { fallsBack, monthDays } = parsed.rule
  if (fallsBack && from === 'due' && !monthDays.length) {
    // The due date of a task in a shorter month would be the day of all later ones.
    throw new AppError('invalid_input', 'repeat.rule with SKIP=BACKWARD needs BYMONTHDAY, unless from is completion.')
  }
  // No date is missed if the next one is counted from the completion.
  return { rule: formatRule(parsed.rule), from, ...(missed && from === 'due' ? { missed } : {}) }
}

/** Parses a rule such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH`. For a rule that is not supported, `problem` says to a person why. */
export function parseRule(text: string): { rule: Rule } | { problem: string } {
  try {
    return { rule: checkedRule(text) }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message }
    throw error
  }
}

function checkedRule(given: string): Rule {
  if (given.length > ruleLimits.length) throw new Refusal(`The rule is longer than ${ruleLimits.length} characters.`)
  const text = given
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  const settings = settingsOf(text)
  if (!frequencies.some((name) => name === settings.get('FREQ'))) {
    throw new Refusal('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.')
  }
  for (const [name, value] of settings) checks[name](value)
  const { weekdays, monthDays, months, fallsBack, ...rest } = readRule(text)
  const rule: Rule = {
    ...rest,
    // Every month has the other days.
    ...(fallsBack && (!monthDays.length || monthDays.some((day) => day > 28)) ? { fallsBack } : {}),
    weekdays: inOrder(weekdays, ({ day, ordinal = 0 }) => ordinal * 10 + day),
    monthDays: inOrder(monthDays, (day) => day),
    months: inOrder(months, (month) => month),
  }
  checkTogether(rule)
  return rule
}

function settingsOf(text: string): Map<RuleSetting, string> {
  const settings = new Map<RuleSetting, string>()
  for (const setting of text.split(';')) {
    const [, key = '', value = ''] = /^([A-Z]+)=([^=]+)$/.exec(setting) ?? []
    const name = ruleSettings.find((known) => known === key)
    if (!key) throw new Refusal('A rule consists of settings such as FREQ=WEEKLY, separated by semicolons.')
    if (!name) throw new Refusal(`${key} is not supported. A rule may have ${ruleSettings.join(', ')}.`)
    if (settings.has(name)) throw new Refusal(`${name} is given twice.`)
    settings.set(name, value)
  }
  return settings
}

function checkTogether({ frequency, weekdays, monthDays, months, fallsBack, count, until }: Rule): void {
  const hasOrdinals = weekdays.some(({ ordinal }) => ordinal !== undefined)
  const isByMonth = frequency === 'MONTHLY' || frequency === 'YEARLY'
  if (count !== undefined && until !== undefined) throw new Refusal('A rule ends with COUNT or with UNTIL, not both.')
  if (hasOrdinals && !isByMonth)
    throw new Refusal('A weekday with a number, such as 1FR, needs FREQ=MONTHLY or YEARLY.')
  if (monthDays.length && !isByMonth) throw new Refusal('BYMONTHDAY needs FREQ=MONTHLY or YEARLY.')
  if (fallsBack && (!isByMonth || weekdays.length || monthDays.some((day) => day < -28))) {
    throw new Refusal(
      'SKIP=BACKWARD needs FREQ=MONTHLY or YEARLY, and days of the month that are counted from its start.',
    )
  }
  if (months.length && frequency !== 'YEARLY') throw new Refusal('BYMONTH needs FREQ=YEARLY.')
  if (monthDays.length && weekdays.length) throw new Refusal('A rule has BYDAY or BYMONTHDAY, not both.')
  if (frequency === 'YEARLY' && !months.length && (weekdays.length || monthDays.length)) {
    throw new Refusal('A yearly rule with BYDAY or BYMONTHDAY needs BYMONTH.')
  }
  const longest = Math.max(0, ...months.map((month) => (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31)))
  if (!fallsBack && months.length && monthDays.length && monthDays.every((day) => Math.abs(day) > longest)) {
    throw new Refusal('These months never have such a day.')
  }
}

const numberCheck = (name: RuleSetting, max: number) => (text: string) => {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) throw new Refusal(`${name} must be a number from 1 to ${max}.`)
}

/** Checks the value of each setting. */
const checks: Record<RuleSetting, (value: string) => void> = {
  FREQ: () => {},
  INTERVAL: numberCheck('INTERVAL', ruleLimits.interval),
  COUNT: numberCheck('COUNT', ruleLimits.count),
  BYMONTH: (value) => value.split(',').forEach(numberCheck('BYMONTH', 12)),
  BYDAY: (value) => value.split(',').forEach(checkWeekday),
  BYMONTHDAY: (value) => value.split(',').forEach(checkMonthDay),
  RSCALE(value) {
    if (value !== 'GREGORIAN') throw new Refusal('RSCALE must be GREGORIAN.')
  },
  SKIP(value) {
    if (value !== 'BACKWARD' && value !== 'OMIT') throw new Refusal('SKIP must be BACKWARD or OMIT.')
  },
  UNTIL(value) {
    const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(value) ?? []
    if (!parseDay(`${year}-${month}-${date}`)) {
      throw new Refusal('UNTIL must be a day without a time, such as 20261231.')
    }
  },
}

function checkWeekday(text: string): void {
  const name = /^(?:-?[1-5])?([A-Z]{2})$/.exec(text)?.[1]
  if (name === undefined || !weekdayNames.includes(name)) {
    throw new Refusal('BYDAY must list weekdays such as MO, or numbered ones such as 1MO or -1FR, from -5 to 5.')
  }
}

function checkMonthDay(text: string): void {
  const day = /^-?\d{1,2}$/.test(text) ? Number(text) : 0
  if (day === 0 || Math.abs(day) > 31) {
    throw new Refusal('BYMONTHDAY must list days from 1 to 31, or from -1, which is the last day, to -31.')
  }
}

/** The elements without repetitions, in order. */
function inOrder<T>(elements: T[], placeOf: (element: T) => number): T[] {
  return [...new Map(elements.map((element) => [placeOf(element), element])).entries()]
    .sort(([one], [other]) => one - other)
    .map(([, element]) => element)
}
