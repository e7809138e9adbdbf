import * as chrono from 'chrono-node/en'
import { localDay, parseDay } from '../calendar-day.ts'
import type { Preferences } from '../schemas/accounts.ts'
import { count, weekday } from './calendar-words.ts'
import { phrases } from './day-phrases.ts'
import { withoutQuotes } from './quotes.ts'

/** The context for parsing a text: the date style decides what 3/12 means, and `now` which Friday is meant. */
export interface Reading {
  dateStyle: Preferences['dateStyle']
  now: Date
  /** The time that a clock shows, such as `15:00`, if `now` is only a day. */
  clock?: string
}

/** A day in a text, and its position there. */
export interface DayInWords {
  index: number
  text: string
  day: string
}

const times =
  /\b(at\s+)?(\d{1,2}(:\d{2})?\s*[ap]\.?m\b|\d{1,2}:\d{2}|noon|midnight)|\bat\s+\d{1,2}\b|(?<!\bthis\s+)\b(in\s+the\s+)?(morning|afternoon|evening)\b/gi
const repeated = /\b(every|each)\s+((other|first|second|third|fourth|last|\d+)\s+)?$/i
const numbers = /^\d{1,2}[./]\d{1,2}/
const dotted = /^\d{1,2}\./
const vague = /\b(week|month|quarter|year)s?\b/i

/** Names of days that are no dates, words that look back, a weekend without a word that says which one, and numbers of tasks
 * and versions: `22 on friday` is no time. */
const names =
  /\b(black|good|cyber|ash|palm|easter|super|giving|holy|shrove|fat|casual|freaky|bloody|ruby|taco|throwback)\s+(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(sunday\s+times|friday\s+night\s+lights|saturday\s+night\s+live)\b|\b(since|past|previous)\s+\w+|\b\w+days?\s+after\s+next\b|(?<!\b(this|next|the|by|on)\s+)\bweekends?\b|#\d+|\b\d+(?=\s+on\s+\p{L})/giu
/** Two numbers with a slash are a fraction such as `3/4`, or a share such as `10/12 tests`, unless they end the text or follow a preposition. */
const share = /(?<![\d/.])\d{1,2}\/\d{1,2}(?![\d/.])/g
function isFraction(words: string): boolean {
  const [part = 0, whole = 0] = words.split('/').map(Number)
  return words === '24/7' || (part < whole && whole <= 10)
}
const preposition = /\b(on|by|at|due|until|before|for|from|starts|starting)\s+$/i
const hidden = (text: string) => '_'.repeat(text.length)

function withoutOtherWords(text: string): string {
  return text
    .replace(names, hidden)
    .replace(share, (words, index: number) => {
      const isLast = /^[\s.,;:!?_]*$/.test(text.slice(index + words.length).replace(/\s[!#]\S+/g, ''))
      const isDate = preposition.test(text.slice(0, index)) ? words !== '24/7' : isLast && !isFraction(words)
      return isDate ? words : hidden(words)
    })
    .replace(times, hidden)
}

/** Whether words stand for themselves, and are not part of a name such as `tomorrow.ts`, `tomorrow()` or `friday-deploy`. */
function standsAlone(text: string, index: number, length: number): boolean {
  const [before = ' ', after] = [text[index - 1], text.slice(index + length)]
  return /[\s_,;:]/.test(before) && /^[.,;:!?]*(?=\s|_|$)(?!\s*[-=]>)/.test(after)
}

/** `2 weeks` and `2d` say how long something takes, `in 2 weeks` when. */
const duration = new RegExp(
  String.raw`^(?:for\s+)?(?:(?:${count})\s+|\d{1,3})(?:[dwmy]|(?:day|week|month|quarter|year)s?)$`,
  'i',
)
/** `the friday meeting` has a name. */
const ofName = /\b(an?|the|my|our|your|their)\s+$/i
/** `the next month view` has one too, if a word follows that does not begin something new. `by the next week` is a day. */
const ofLongName = /(?<!\b(on|by|at|in|due|until|before|for)\s+)\b(an?|the|my|our|your|their)\s+$/i
const goesOn =
  /^\s+(?!(?:at|for|with|and|or|then|to|so|if|in|on|by|of|because|before|after|please|starts|starting|every|each|until)\b)[\p{L}]/iu
/** `mail from friday` and `move the demo to friday` say something about that day, which may be no due date. */
const aboutDay = /\b(from|to|of|after|than)\s+(the\s+)?$/i
const namedDay = new RegExp(`^(?:today|tonight|tomorrow|${weekday})$`, 'i')

/** The days in a text. Times, ranges, repeated days and quoted words are ignored, because a task has only one day. */
export function daysIn(text: string, reading: Reading): DayInWords[] {
  let rest = withoutOtherWords(withoutQuotes(text))
  const found: DayInWords[] = []
  const add = (index: number, words: string, day: string | undefined) => {
    const before = text.slice(0, index)
    const isOther =
      repeated.test(before) ||
      duration.test(words) ||
      aboutDay.test(before) ||
      (namedDay.test(words) && ofName.test(before)) ||
      (/^\p{L}/u.test(words) && ofLongName.test(before) && goesOn.test(text.slice(index + words.length)))
    const isDay = day !== undefined && !isOther && standsAlone(rest, index, words.length)
    if (isDay) found.push({ index, text: words, day })
    return isDay
  }
  const today = localDay(reading.now)
  for (const { pattern, dayOf } of phrases) {
    for (const match of rest.matchAll(pattern)) {
      const [words, ...groups] = match
      const { index } = match
      const isDay = add(index, words, dayOf(groups, today))
      if (isDay) rest = rest.slice(0, index) + hidden(words) + rest.slice(index + words.length)
    }
  }
  for (const { index, text: words, end } of chrono.casual.parse(rest, reading.now, { forwardDate: true })) {
    if (!end) add(index, words, readDay(words, reading))
  }
  return found.sort((a, b) => a.index - b.index)
}

function readDay(words: string, { dateStyle, now }: Reading): string | undefined {
  // Only for numbers: chrono's day-first variant reads "Nov 20" as November 2020.
  const dayFirst = dotted.test(words) || (dateStyle === 'day-first' && numbers.test(words))
  const dates = dayFirst ? chrono.GB : chrono.casual
  const start = dates.parse(words, now, { forwardDate: !/^last\b/i.test(words) })[0]?.start
  if (!start || start.isCertain('hour')) return undefined
  if (!start.isCertain('day') && !start.isCertain('weekday') && !vague.test(words)) return undefined
  const [year, month, date] = (['year', 'month', 'day'] as const).map((name) => String(start.get(name)))
  return parseDay(`${year?.padStart(4, '0')}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`)
}

/** The day that the whole text means, in ISO format or in words; undefined for anything else, and for days that do not exist. */
export function typedDay(text: string, reading: Reading): string | undefined {
  const whole = text.trim()
  const iso = parseDay(whole)
  if (iso) return iso
  for (const sentence of [whole, inSentence(whole)]) {
    const [found] = daysIn(sentence, reading)
    const isWhole = found && /^(on\s+)?$/i.test(sentence.slice(0, found.index))
    if (isWhole && sentence.endsWith(found.text)) return found.day
  }
  return undefined
}

/** A text that is a day only because nothing else is expected, such as `3/4`, `25th` or `2 weeks`, as it is written in a line. */
function inSentence(text: string): string {
  if (duration.test(text)) return `in ${text}`
  const [, words = text] = /^(?:on|by|due|until|till?|before)\s+(.*)$/i.exec(text) ?? []
  return /^\d/.test(words) ? `on the ${words}`.replace(/the (?=\d+\/)/, '') : words
}
