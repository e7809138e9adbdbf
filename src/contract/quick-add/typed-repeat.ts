import { addDays } from '../calendar-day.ts'
import type { Repeat } from '../repeat.ts'
import { parseRule } from '../repeat-check.ts'
import { formatRule, type Rule } from '../repeat-rule.ts'
import { orLastDay } from '../repeat-words.ts'
import { daysIn, type Reading, typedDay } from './days-in-words.ts'
import { readEvery, readOfEveryMonth } from './rule-in-words.ts'
import { type TextReader, textReader } from './text-reader.ts'

/** A repetition in a text, and its position there. */
export interface RepeatInWords {
  index: number
  text: string
  repeat: Repeat
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

/** `mark` is what follows `every`; undefined if the text begins with days. */
function readRepeat(text: string, start: number, reading: Reading, mark: string | undefined) {
  const reader = textReader(text, start)
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
