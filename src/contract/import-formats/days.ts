import { parseDay } from '../calendar-day.ts'
import { monthIn } from '../quick-add/calendar-words.ts'
import { isTimeZone } from '../time-zone.ts'

/** Whether 03/04/2026 is in March or in April. */
export type SlashedOrder = 'month first' | 'day first'

const numbered = (year: string, month: string | number, day: string) =>
  parseDay(`${year.length === 2 ? `20${year}` : year}-${`${month}`.padStart(2, '0')}-${day.padStart(2, '0')}`)

const iso = /^\s*(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?!\d)/
const dotted = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?![\d.:])/
const slashed = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/
/** 17/Nov/26, 17 Nov 2026, Tue 17 November 2026 */
const dayFirst = /^\s*(?:[a-z]{3,9},? )?(\d{1,2})(?:[/ .-]|\. )([a-z]{3,9})\.?[/ ,-]{1,2}(\d{4}|\d{2})(?!\d)/i
/** Nov 17, 2026 and Tue Nov 17 2026 */
const monthFirst = /^\s*(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/i

/**
 * The day at the beginning of a text, such as 2026-11-20, 2026-11-20T15:00:00Z, 2026/11/20, 20261120, 20.11.2026, 20/Nov/26 or Nov 20, 2026.
 * A date such as 03/04/2026 is only understood if its order is known.
 */
export function dayIn(text: string, order?: SlashedOrder): string | undefined {
  const [, year, , month, day, compactMonth, compactDay] = iso.exec(text) ?? []
  if (year !== undefined) return numbered(year, month ?? compactMonth ?? '', day ?? compactDay ?? '')
  const [, ...dots] = dotted.exec(text) ?? []
  if (dots.length) return numbered(dots[2] ?? '', dots[1] ?? '', dots[0] ?? '')
  const [, first = '', second = '', slashedYear] = slashed.exec(text) ?? []
  if (slashedYear !== undefined && order)
    return order === 'month first' ? numbered(slashedYear, first, second) : numbered(slashedYear, second, first)
  const [, date = '', word = '', wordYear] = dayFirst.exec(text) ?? []
  if (wordYear !== undefined) return numbered(wordYear, monthOf(word), date)
  const [, name = '', named = '', namedYear] = monthFirst.exec(text) ?? []
  return namedYear === undefined ? undefined : numbered(namedYear, monthOf(name), named)
}

/** The number of an English month; 0 if the word is not a month. */
const monthOf = (word: string) => (/^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(word) ? monthIn(word) : 0)

/** The order of the dates with slashes among these texts; undefined if none of them tells, or if they contradict each other. */
export function slashedOrder(texts: Iterable<string>): SlashedOrder | undefined {
  const found = new Set<SlashedOrder>()
  for (const text of texts) {
    const [, first, second] = slashed.exec(text) ?? []
    if (Number(first) > 12) found.add('day first')
    else if (Number(second) > 12) found.add('month first')
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** A moment as it is sent; undefined if the text is not a moment. One without a time zone is in UTC, so that every reading gives the same. */
export function timeIn(text: string): string | undefined {
  const bare = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/.exec(text.trim())
  const time = Date.parse(bare ? `${bare[1]}T${bare[2]}Z` : text)
  const day = Number.isNaN(time) ? dayIn(text) : undefined
  return timeAt(day ? Date.parse(day) : time)
}

/** A number of milliseconds as a moment; undefined outside of the years that tasks can have. */
export const timeAt = (time: number): string | undefined =>
  time >= 0 && time < Date.UTC(9999, 11) ? new Date(time).toISOString() : undefined

const zoned = /\dT?\s?\d{1,2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/
const clock = /[T\s]0?(\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap]\.?m\.?)?/i

/** The day in a cell of a table, and the time of day that follows it. A moment with a time zone is where the user is. */
export function cellMoment(cell: string, timeZone: string, order?: SlashedOrder): LocalMoment | undefined {
  const moment = zoned.test(cell) ? momentsIn(timeZone)(cell) : undefined
  if (moment) return moment
  const day = dayIn(cell, order)
  const [, hours = '', half = ''] = clock.exec(cell) ?? []
  const isMidnight = /^0?0:00$/.test(hours) || (/^12:00$/.test(hours) && /^a/i.test(half))
  return day === undefined
    ? undefined
    : { day, ...(hours && !isMidnight ? { time: `${hours}${half && ` ${half}`}` } : {}) }
}

/** A moment where the user is: its day, and its time unless it is midnight. */
export interface LocalMoment {
  day: string
  time?: string
}

/** Tells the day and time of moments in a time zone. A moment at midnight is a day. */
export function momentsIn(timeZone: string): (text: string | number) => LocalMoment | undefined {
  const timeOf = timesIn(timeZone)
  return (given) => {
    const { day, time = '' } = timeOf(given) ?? {}
    if (day === undefined) return undefined
    // The end of a day is how some programs write a day.
    return time === '00:00' || time === '23:59' ? { day } : { day, time }
  }
}

/** Tells the day and time of moments in a time zone, also of those at midnight. */
export function timesIn(timeZone: string): (text: string | number) => Required<LocalMoment> | undefined {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
    minute: '2-digit',
  })
  return (given) => {
    const moment = timeAt(typeof given === 'number' ? given : Date.parse(given))
    if (!moment || moment < '1970-01-02') return undefined
    const [day = '', time = ''] = format.format(new Date(moment)).split(', ')
    return { day, time }
  }
}

const ofMinute = 60_000

/** The moment at which a clock in a time zone shows a day and a time such as 15:00; undefined if no such zone is known. */
export function momentAt(day: string, time: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(wanted) || !isTimeZone(timeZone)) return undefined
  const shown = timesIn(timeZone)
  let moment = wanted
  // The second round is for a change of the clock in between.
  for (let round = 0; round < 2; round++) {
    const at = shown(moment)
    if (!at) return undefined
    moment += wanted - Date.parse(`${at.day}T${at.time}Z`)
  }
  return timeAt(moment)
}

const duration = /^([+-])?P(?:(\d{1,3})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:\d{1,8}S)?)?)$/i

/** A day and a time by the clock after a duration of a calendar, such as -PT15M or -P1D; undefined if it is none. */
export function clockAfter({ day, time = '00:00' }: LocalMoment, text: string): Required<LocalMoment> | undefined {
  const [found, sign, weeks = 0, days = 0, hours = 0, minutes = 0] = duration.exec(text.trim()) ?? []
  if (found === undefined) return undefined
  const length = ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes)
  const moved = timeAt(Date.parse(`${day}T${time}Z`) + (sign === '-' ? -length : length) * ofMinute)
  return moved === undefined ? undefined : { day: moved.slice(0, 10), time: moved.slice(11, 16) }
}

const written = /^(\d{1,2}):(\d{2})\s*(?:([ap])\.?m\.?)?$|^(\d{1,2})\s*([ap])\.?m\.?$/i

/** A time of day such as 9:00, 3:30 PM or 3pm as 15:30; undefined if it is none. */
export function clockIn(text: string): string | undefined {
  const [found, first, minutes = '00', firstHalf, second, secondHalf] = written.exec(text.trim()) ?? []
  if (found === undefined) return undefined
  const half = (firstHalf ?? secondHalf)?.toLowerCase()
  const number = Number(first ?? second)
  if (half ? number < 1 || number > 12 : number > 23) return undefined
  const hours = half ? (number % 12) + (half === 'p' ? 12 : 0) : number
  return Number(minutes) > 59 ? undefined : `${`${hours}`.padStart(2, '0')}:${minutes}`
}
