import { addDays, daysBetween, parseDay } from '../calendar-day.ts'
import { count, countIn, month, monthIn, ordinal, ordinalIn, weekday, weekdayIn } from './calendar-words.ts'

/** A phrase for a day, with its groups by number. `today` is a day, and the result undefined if there is no such day. */
interface Phrase {
  pattern: RegExp
  dayOf: (groups: string[], today: string) => string | undefined
}

const phrase = (pattern: string, dayOf: Phrase['dayOf']): Phrase => ({
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${pattern})(?![\p{L}\p{N}_])`, 'giu'),
  dayOf,
})

const unit = '(days?|weeks?|fortnights?|months?)'
const nth = String.raw`(\d{1,2})(?:st|nd|rd|th)`
/** The text after `on the 1st`: its end, punctuation, or a word that begins something new. `on the 1st floor` is no day. */
const isOver = String.raw`(?=\s*(?:$|[.,;:!?)_#]|(?:at|for|with|and|every|until|starts|starting)(?![\p{L}\p{N}])))`

/** `on the 1st` at the beginning of a line, where most words that follow begin something new. */
const isBeginning = String.raw`(?<=^[\s_]*)`
const isNoPlace = String.raw`(?!\s+(?:floor|level|page|line|row|column|try|attempt|time|day|night|step|of)(?![\p{L}\p{N}]))`

/** Phrases that the date library does not know, or misreads. */
export const phrases: Phrase[] = [
  phrase(String.raw`(?:the\s+)?day\s+after\s+tomorrow`, (_groups, today) => addDays(today, 2)),
  phrase(
    String.raw`(?:(?:by|at|before|until)\s+(?:the\s+)?)?(?:eod|end\s+of\s+(?:the\s+)?day|cob)`,
    (_groups, today) => today,
  ),
  ...(['week', 'month', 'quarter', 'year'] as const).map((name) =>
    phrase(
      String.raw`(?:(?:by|at|before|until)\s+(?:the\s+)?)?(?:eo${name[0]}|end\s+of\s+(?:the\s+|this\s+)?${name}|(?:later\s+)?this\s+${name})`,
      (_groups, today) => endOf(name, today),
    ),
  ),
  // A task has no time.
  phrase(String.raw`(?:later\s+today|this\s+(?:morning|afternoon|evening)|tonite)`, (_groups, today) => today),
  phrase(String.raw`(?:on\s+)?(${weekday}|today|tomorrow)\s+week`, ([name = ''], today) =>
    addDays(startOf(name.toLowerCase(), today), 7),
  ),
  phrase(String.raw`(?:on\s+)?tues`, (_groups, today) => nextWeekday(1, today)),
  phrase(
    String.raw`(?:on\s+)?(?:the\s+)?(${ordinal})\s+(${weekday})\s+(?:of|in)\s+(?:(${month})(?:\s+(\d{4}))?|(this|next|the)\s+month)`,
    ([place = '', name = '', ofMonth, year, which], today) =>
      comingMonths(today, ofMonth, year, which)
        .map((one) => weekdayOf(one, ordinalIn(place), weekdayIn(name)))
        .find((day) => day !== undefined && (year !== undefined || day >= today)),
  ),
  phrase(
    String.raw`(${count})\s+${unit}\s+(?:from|after)\s+(?:(?:this|coming)\s+)?(${weekday}|today|tomorrow|now)`,
    ([number = '', name = '', start = ''], today) =>
      later(startOf(start.toLowerCase(), today), countIn(number), name.toLowerCase()),
  ),
  phrase(String.raw`(?<!for\s+)an?\s+week\s+on\s+(${weekday})`, ([name = ''], today) =>
    addDays(nextWeekday(weekdayIn(name), today), 7),
  ),
  phrase(String.raw`in\s+a\s+fortnight`, (_groups, today) => addDays(today, 14)),
  phrase(String.raw`(?:the\s+)?(week|month)\s+after\s+next`, ([name = ''], today) =>
    later(today, 2, name.toLowerCase()),
  ),
  phrase(String.raw`next\s+week,?\s+(?:on\s+)?(${weekday})`, ([name = ''], today) =>
    addDays(today, 7 - weekdayAt(today) + weekdayIn(name)),
  ),
  phrase(String.raw`(?:on\s+)?(${weekday}),?\s+(?:the\s+)?${nth}`, ([name = '', number = ''], today) =>
    comingDays(today).find((day) => Number(day.slice(8)) === Number(number) && weekdayAt(day) === weekdayIn(name)),
  ),
  phrase(
    String.raw`(?:on\s+)?(?:the\s+)?(first|${nth})(?:\s+day)?\s+of\s+(the|this|next)\s+month`,
    ([name = '', number, which], today) =>
      comingMonths(today, undefined, undefined, which)
        .map((one) => parseDay(`${one}-${(number ?? String(ordinalIn(name))).padStart(2, '0')}`))
        .find((day) => day !== undefined && day >= today),
  ),
  ...[
    String.raw`(?:on|by|due|before|until)\s+(?:the\s+)?${nth}${isOver}`,
    String.raw`${isBeginning}(?:on|by|before|until)\s+the\s+${nth}${isNoPlace}`,
  ].map((pattern) =>
    phrase(pattern, ([number = ''], today) => comingDays(today).find((day) => Number(day.slice(8)) === Number(number))),
  ),
]

const weekdayAt = (day: string) => ((daysBetween('2024-01-01', day) % 7) + 7) % 7
const nextWeekday = (wanted: number, from: string) => addDays(from, (wanted - weekdayAt(from) + 7) % 7)
const monthAfter = (name: string, months: number) => {
  const number = Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1 + months
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`
}
const lastOf = (name: string) => addDays(`${monthAfter(name, 1)}-01`, -1)
/** The last working day of a week, or Sunday once it is over; the last day of a month, quarter or year. */
function endOf(name: 'week' | 'month' | 'quarter' | 'year', today: string): string {
  if (name === 'week') return nextWeekday(weekdayAt(today) > 4 ? 6 : 4, today)
  const months = { month: 1, quarter: 3, year: 12 }[name]
  const left = months - 1 - ((Number(today.slice(5, 7)) - 1) % months)
  return lastOf(monthAfter(today.slice(0, 7), left))
}
/** Two years: each day of a month comes on each weekday within them, except the 29th of February. */
const comingDays = (today: string) => Array.from({ length: 731 }, (_, index) => addDays(today, index))

/** The months that a phrase can mean, such as `2026-12`, the nearest one first. */
function comingMonths(today: string, ofMonth?: string, year?: string, which?: string): string[] {
  const current = today.slice(0, 7)
  if (which) return /^next$/i.test(which) ? [monthAfter(current, 1)] : [current, monthAfter(current, 1)]
  const number = String(monthIn(ofMonth ?? '')).padStart(2, '0')
  const thisYear = Number(today.slice(0, 4))
  return year ? [`${year}-${number}`] : [`${thisYear}-${number}`, `${thisYear + 1}-${number}`]
}

/** Undefined if the month has no fifth such weekday. */
function weekdayOf(name: string, place: number, wanted: number): string | undefined {
  if (place < 0) return addDays(lastOf(name), -((weekdayAt(lastOf(name)) - wanted + 7) % 7))
  const day = addDays(nextWeekday(wanted, `${name}-01`), (place - 1) * 7)
  return day.startsWith(name) ? day : undefined
}

function startOf(word: string, today: string): string {
  if (word === 'tomorrow') return addDays(today, 1)
  return word === 'today' || word === 'now' ? today : nextWeekday(weekdayIn(word), today)
}

/** A day that many days, weeks or months later; the last day of a month that is too short. */
function later(day: string, number: number, name: string): string | undefined {
  const days = name.startsWith('week') ? 7 : name.startsWith('fortnight') ? 14 : 1
  if (!name.startsWith('month')) return addDays(day, number * days)
  const wanted = monthAfter(day.slice(0, 7), number)
  return parseDay(`${wanted}-${day.slice(8)}`) ?? lastOf(wanted)
}
