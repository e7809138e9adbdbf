import * as chrono from 'chrono-node/en'
import { parseDay } from '../calendar-day.ts'
import type { Preferences } from '../schemas/accounts.ts'

/** The context for parsing a text: the date style decides what 3/12 means, and `now` which Friday is meant. */
export interface Reading {
  dateStyle: Preferences['dateStyle']
  now: Date
}

/** A day in a text, and its position there. */
export interface DayInWords {
  index: number
  text: string
  day: string
}

const times =
  /\b(at\s+)?(\d{1,2}(:\d{2})?\s*[ap]\.?m\b|\d{1,2}:\d{2}|noon|midnight)|\bat\s+\d{1,2}\b|\b(in\s+the\s+)?(morning|afternoon|evening)\b/gi
const repeated = /\b(every|each)\s+((other|first|second|third|fourth|last|\d+)\s+)?$/i
const numbers = /^\d{1,2}[./]\d{1,2}/
const dotted = /^\d{1,2}\./
const vague = /\b(week|month|quarter|year)s?\b/i

/** The days in a text. Times, ranges and repeated days are ignored, because a task has only one day. */
export function daysIn(text: string, reading: Reading): DayInWords[] {
  const timeless = text.replace(times, (time) => '_'.repeat(time.length))
  return chrono.casual.parse(timeless, reading.now, { forwardDate: true }).flatMap(({ index, text: words, end }) => {
    const day = end || repeated.test(text.slice(0, index)) ? undefined : dayOf(words, reading)
    return day ? { index, text: words, day } : []
  })
}

function dayOf(words: string, { dateStyle, now }: Reading): string | undefined {
  // Only for numbers: chrono's day-first variant reads "Nov 20" as November 2020.
  const dayFirst = dotted.test(words) || (dateStyle === 'day-first' && numbers.test(words))
  const dates = dayFirst ? chrono.GB : chrono.casual
  const start = dates.parse(words, now, { forwardDate: !/^last\b/i.test(words) })[0]?.start
  if (!start || start.isCertain('hour')) return undefined
  if (!start.isCertain('day') && !start.isCertain('weekday') && !vague.test(words)) return undefined
  const [year, month, date] = (['year', 'month', 'day'] as const).map((part) => String(start.get(part)))
  return parseDay(`${year?.padStart(4, '0')}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`)
}

/** The day that the whole text means, in ISO format or in words; undefined for anything else, and for days that do not exist. */
export function typedDay(text: string, reading: Reading): string | undefined {
  const whole = text.trim()
  const iso = parseDay(whole)
  if (iso) return iso
  const [found] = daysIn(whole, reading)
  return found?.text === whole ? found.day : undefined
}
