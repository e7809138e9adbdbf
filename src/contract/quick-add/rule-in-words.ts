import type { Rule, Weekday } from '../repeat-rule.ts'
import { month, monthIn, ordinal, ordinalIn, weekday, weekdayIn } from './calendar-words.ts'
import type { TextReader } from './text-reader.ts'

type RuleSoFar = Partial<Rule> & Pick<Rule, 'frequency'>

const wholeMonth = String.raw`(?:${month})(?![\p{L}\p{N}])`
const orBetween = String.raw`(?:\s*,\s*(?:or\s+)?|\s+or\s+)`
const toLast = String.raw`\s+to\s+last`

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const
const multiples = {
  fortnight: { frequency: 'WEEKLY', times: 2 },
  quarter: { frequency: 'MONTHLY', times: 3 },
} as const
const unit = [...Object.keys(frequencies), ...Object.keys(multiples)].join('|')
type Unit = keyof typeof frequencies
const workdays: Weekday[] = [0, 1, 2, 3, 4].map((day) => ({ day }))
const weekend: Weekday[] = [{ day: 5 }, { day: 6 }]

/** Reads the words after `every`. */
export function readEvery(reader: TextReader): RuleSoFar | undefined {
  if (reader.take('(?:week|work)days?')) return { frequency: 'WEEKLY', weekdays: workdays }
  if (reader.take('weekends?')) return { frequency: 'WEEKLY', weekdays: weekend }
  const inYear = readInYear(reader)
  if (inYear) return inYear
  const inMonth = readInMonth(reader)
  if (inMonth) {
    reader.take(String.raw`\s+(?:day\s+)?of\s+(?:the|every|each)\s+month`)
    const isOfMonths = reader.takeBefore(String.raw`\s+(?:of|in)`, wholeMonth)
    return isOfMonths ? { ...inMonth, frequency: 'YEARLY', months: reader.takeList(month).map(monthIn) } : inMonth
  }
  const number = reader.takeBefore(String.raw`(other|second|third|\d{1,3})(?:st|nd|rd|th)?`, `${unit}|${weekday}`)?.[1]
  const interval = number === undefined ? 1 : /^other$/i.test(number) ? 2 : ordinalIn(number)
  const name = reader.take(`(${unit})s?`)?.[1]?.toLowerCase() as Unit | keyof typeof multiples | undefined
  if (name === 'fortnight' || name === 'quarter') {
    const { frequency, times } = multiples[name]
    return { frequency, interval: interval * times }
  }
  if (name) return { frequency: frequencies[name], interval, ...readOn(reader, name) }
  const named = reader.takeList(days)
  return named.length ? { frequency: 'WEEKLY', interval, weekdays: weekdaysOf(named) } : undefined
}

/** `mon-fri` and `Monday to Friday`, or a single day. */
const days = String.raw`(?:${weekday})(?:\s*[-–]\s*|\s+(?:to|through)\s+)(?:${weekday})|${weekday}`

function weekdaysOf(texts: string[]): Weekday[] {
  return texts.flatMap((text) => {
    const [first = '', last] = text.split(/\s*[-–]\s*|\s+(?:to|through)\s+/i)
    const from = weekdayIn(first)
    const count = last === undefined ? 1 : ((weekdayIn(last) - from + 7) % 7) + 1
    return Array.from({ length: count }, (_, index) => ({ day: (from + index) % 7 }))
  })
}

/** Reads `on Monday`, `on the 1st` or `on March 1` after a unit. The place stays before words that are something else. */
function readOn(reader: TextReader, name: Unit): Partial<Rule> {
  const before = reader.place
  if (name === 'day' && reader.takeBefore(String.raw`\s+if\s+it\s+is`, weekday)) {
    return { weekdays: weekdaysOf(reader.takeList(weekday, orBetween)) }
  }
  if (name === 'year' && reader.takeBefore(String.raw`\s+in`, wholeMonth)) {
    return { months: reader.takeList(month).map(monthIn) }
  }
  if (name === 'day' || !reader.takeBefore(String.raw`\s+on(?:\s+the)?`, String.raw`\S`)) return {}
  const read = { week: readInWeek, month: (text: TextReader) => readInMonth(text, true), year: readOnInYear }[name]
  const found = read(reader)
  if (!found) reader.goTo(before)
  return found ?? {}
}

function readInWeek(reader: TextReader): RuleSoFar | undefined {
  const named = reader.takeList(days)
  return named.length ? { frequency: 'WEEKLY', weekdays: weekdaysOf(named) } : undefined
}

const weekdayInMonth = String.raw`(every|(?:${ordinal})(?:${toLast})?)\s+(${weekday})`

/**
 * Reads `last Friday`, `1st`, `last day` or `2nd to last day`, and lists of them. `isMonth`: the words before say that it is about a month, so
 * that a number is enough.
 */
function readInMonth(reader: TextReader, isMonth = false): RuleSoFar | undefined {
  const weekdays = reader.takeList(weekdayInMonth.replaceAll(/\((?!\?)/g, '(?:'))
  if (weekdays.length) return { frequency: 'MONTHLY', weekdays: weekdays.map(numberedWeekday) }
  // `every 2nd week` and `2 times` are not about the second day of a month.
  const date = String.raw`\d{1,2}(?:st|nd|rd|th)${isMonth ? '?' : ''}(?!\s+(?:${unit}|${weekday}|time)s?\b)`
  const fromEnd = String.raw`\d{1,2}(?:st|nd|rd|th)${toLast}\s+day`
  const days = reader.takeList(String.raw`last\s+day|${fromEnd}|${date}|first(?=\s+(?:day\s+)?of\b)`)
  if (!days.length) return undefined
  reader.take(String.raw`,?\s+where\s+it\s+exists`)
  return { frequency: 'MONTHLY', monthDays: days.map(monthDay) }
}

function numberedWeekday(text: string): Weekday {
  const [, place = '', name = ''] = new RegExp(weekdayInMonth, 'iu').exec(text) ?? []
  const day = weekdayIn(name)
  if (/^every$/i.test(place)) return { day }
  const [first = ''] = place.split(/\s/)
  return { day, ordinal: first === place ? ordinalIn(place) : -ordinalIn(first) }
}

function monthDay(text: string): number {
  if (/^last/i.test(text)) return -1
  if (/^first/i.test(text)) return 1
  const number = Number.parseInt(text, 10)
  return /last/i.test(text) ? -number : number
}

/** Reads `March 1`, or days with their months: `the 1st and the last day of March and May`. */
function readOnInYear(reader: TextReader): RuleSoFar | undefined {
  const before = reader.place
  const days = readInMonth(reader, true)
  if (days && reader.takeBefore(String.raw`\s+of`, wholeMonth)) {
    return { ...days, frequency: 'YEARLY', months: reader.takeList(month).map(monthIn) }
  }
  reader.goTo(before)
  return readInYear(reader)
}

/** Reads `March 1` or `1 March`. */
function readInYear(reader: TextReader): RuleSoFar | undefined {
  const [, monthFirst, dayAfter] = reader.take(String.raw`(${month})\s+(\d{1,2})(?:st|nd|rd|th)?`) ?? []
  const [, dayFirst, monthAfter] = monthFirst
    ? []
    : (reader.take(String.raw`(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(${month})`) ?? [])
  const [name, day] = [monthFirst ?? monthAfter, dayAfter ?? dayFirst]
  return name && day ? { frequency: 'YEARLY', months: [monthIn(name)], monthDays: [Number(day)] } : undefined
}

/** Reads days such as `last Friday` that are followed by `of every month`. */
export function readOfEveryMonth(reader: TextReader): RuleSoFar | undefined {
  const read = readInMonth(reader)
  return read && reader.take(String.raw`\s+(?:day\s+)?of\s+(?:every|each)\s+month`) ? read : undefined
}
