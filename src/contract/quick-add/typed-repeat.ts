import { addDays } from '../calendar-day.ts'
import type { Repeat } from '../repeat.ts'
import { parseRule } from '../repeat-check.ts'
import { formatRule, type Rule, type Weekday } from '../repeat-rule.ts'
import { orLastDay } from '../repeat-words.ts'
import { month, monthIn, ordinal, ordinalIn, weekday, weekdayIn } from './calendar-words.ts'
import { daysIn, type Reading, typedDay } from './days-in-words.ts'

/** A repetition in a text, and its position there. */
export interface RepeatInWords {
  index: number
  text: string
  repeat: Repeat
}

const between = String.raw`(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|/)(?:on\s+)?(?:the\s+)?`
const wholeMonth = String.raw`(?:${month})(?![\p{L}\p{N}])`
const orBetween = String.raw`(?:\s*,\s*(?:or\s+)?|\s+or\s+)`
const toLast = String.raw`\s+to\s+last`

/** Reads a text from a place on, one pattern after another. */
function readerOf(text: string, start: number) {
  let place = start
  function take(pattern: string, rest = '(?![\\p{L}\\p{N}])'): RegExpExecArray | undefined {
    const expression = new RegExp(`(?:${pattern})${rest}`, 'iuy')
    expression.lastIndex = place
    const match = expression.exec(text)
    if (match) place = expression.lastIndex
    return match ?? undefined
  }
  return {
    get place() {
      return place
    },
    goTo(next: number) {
      place = next
    },
    /** The match of whole words at the place, which is passed then. */
    take: (pattern: string) => take(pattern),
    /** The same for words with something that follows them. */
    takeBefore: (pattern: string, rest: string) => take(pattern, `\\s+(?=${rest})`),
    /** One or more matches of a pattern, in a list with commas or a word. */
    takeList(pattern: string, join = between): string[] {
      const first = take(pattern)?.[0]
      if (first === undefined) return []
      const all = [first]
      for (;;) {
        const next = take(`${join}(${pattern})`)?.[1]
        if (next === undefined) return all
        all.push(next)
      }
    },
  }
}
type TextReader = ReturnType<typeof readerOf>
type RuleSoFar = Partial<Rule> & Pick<Rule, 'frequency'>

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
function readEvery(reader: TextReader): RuleSoFar | undefined {
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

const few = String.raw`\d{1,3}|an?|one|two|three|four|six`
const span = String.raw`,?\s+for\s+(?:the\s+next\s+(?:(${few})\s+)?|(${few})\s+)(days?|weeks?|months?)`

/** Reads the end of a repetition: `5 times`, `for the last time`, `for 2 weeks`, or `until` a day. */
function readEnd(reader: TextReader, text: string, reading: Reading): Partial<Rule> {
  const count = reader.take(String.raw`,?\s+(?:for\s+)?(\d{1,3})\s+times`)?.[1]
  if (count) return { count: Number(count) }
  if (reader.take(String.raw`,?\s+for\s+the\s+last\s+time`)) return { count: 1 }
  const [, ofNext, number = ofNext ?? 'a', name] = reader.take(span) ?? []
  const afterSpan = name && typedDay(`in ${number} ${name}`, reading)
  if (afterSpan) return { until: addDays(afterSpan, -1) }
  const before = reader.place
  if (!reader.takeBefore(String.raw`,?\s+until`, String.raw`\S`)) return {}
  const [day] = daysIn(text.slice(reader.place), reading)
  reader.goTo(day?.index === 0 ? reader.place + day.text.trimEnd().length : before)
  return day?.index === 0 ? { until: day.day } : {}
}

/** The beginning of a repetition: `every`, or the days of `the last Friday of every month`. */
const beginning =
  /(?<![\p{L}\p{N}])(?:(?:every|each)(!?)\s+|(?:on\s+)?(?:the\s+)?(?=(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|last)\s))/giu

/** The repetitions in a text. `every!` counts from the completion. */
export function* repeatsIn(text: string, reading: Reading): Generator<RepeatInWords, undefined> {
  let end = 0
  for (const { 0: lead, 1: mark, index } of text.matchAll(beginning)) {
    if (index < end) continue
    const found = readRepeat(text, index + lead.length, reading, mark)
    if (!found) continue
    yield { index, text: text.slice(index, found.end), repeat: found.repeat }
    end = found.end
  }
  return undefined
}

/** Reads days such as `last Friday` that are followed by `of every month`. */
function readOfEveryMonth(reader: TextReader): RuleSoFar | undefined {
  const read = readInMonth(reader)
  return read && reader.take(String.raw`\s+(?:day\s+)?of\s+(?:every|each)\s+month`) ? read : undefined
}

/** `mark` is what follows `every`; undefined if the text begins with days. */
function readRepeat(text: string, start: number, reading: Reading, mark: string | undefined) {
  const reader = readerOf(text, start)
  const read = mark === undefined ? readOfEveryMonth(reader) : readEvery(reader)
  if (!read) return undefined
  const isMarked = mark === '!'
  const fallsBack = reader.take(String.raw`,?\s+${orLastDay.replaceAll(' ', String.raw`\s+`)}`) !== undefined
  const end = readEnd(reader, text, reading)
  const isAfter = isMarked || reader.take(String.raw`,?\s+after\s+completion`) !== undefined
  const isKept = !isAfter && reader.take(String.raw`,?\s+keeping\s+missed\s+dates`) !== undefined
  const rule = formatRule({
    interval: 1,
    weekdays: [],
    monthDays: [],
    months: [],
    ...read,
    ...(fallsBack ? { fallsBack } : {}),
    ...end,
  })
  const parsed = parseRule(rule)
  if ('problem' in parsed) return undefined
  const repeat: Repeat = {
    rule: formatRule(parsed.rule),
    from: isAfter ? 'completion' : 'due',
    ...(isKept ? { missed: 'keep' } : {}),
  }
  return { repeat, end: reader.place }
}

const adverbs: Record<string, string> = {
  daily: 'day',
  weekly: 'week',
  fortnightly: 'fortnight',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
}

/** The repetition that the whole text means, such as `every 2 weeks`, `mon, thu` or `weekly`; undefined for anything else. */
export function typedRepeat(text: string, reading: Reading): Repeat | undefined {
  const whole = text
    .trim()
    .replace(
      new RegExp(String.raw`^(?:${Object.keys(adverbs).join('|')})\b`, 'i'),
      (word) => `every ${adverbs[word.toLowerCase()]}`,
    )
  const sentence = /^(?:every|each)\b/i.test(whole) ? whole : `every ${whole}`
  const found = repeatsIn(sentence, reading).next().value
  return found?.text === sentence ? found.repeat : undefined
}
