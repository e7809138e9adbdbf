import { localDay } from '../calendar-day.ts'
import { someday } from '../start-date.ts'
import { daysIn, type Reading } from './days-in-words.ts'
import type { Line } from './lines.ts'
import { type Found, filler } from './pieces.ts'
import { repeatsIn } from './typed-repeat.ts'

/** Prepositions before a date. */
const leadIn =
  /\b((on|by|at|due:?|deadline:?|until|till?|before|for)(\s+the)?|over\s+the|(this\s+|(on\s+)?the\s+)?(coming|following))\s*$/i

/** The article of `the 3rd of December`, and of nothing else. */
const article = /\bthe\s*$/i
const ordinalDay = /^(\d{1,2}(st|nd|rd|th)|first|second|third|fourth|fifth|last)\b/i

/** Punctuation that follows a date. */
const punctuation = /[\s.,;:]+$/

/** Short names of days and months that are also words, unless they end the line: `Sun rises at`, `The cat sat on it`. */
const alsoWord = /^(sun|sat|mar|may)$/i

/** A date with its year, which may be in the past. `26.11.17` can be a version. */
const dated = /\d{4}|\d\/\d{1,2}\/\d{2}/

/** The words before a day on which work begins: `starts monday`. Words such as `from` are too common in titles. */
const startWords = /(?<![\p{L}\p{N}])(?:starts|starting)(?:\s+on)?\s+$/iu
/** A start that is put off without a day. */
const startsSomeday = /(?<![\p{L}\p{N}])(?:starts|starting)\s+someday(?![\p{L}\p{N}])/iu

/** The first repetition in a line whose marks are masked, and the line without those that are kept as text: they contain no date either. */
export function repeatIn(line: string, reading: Reading, plain: Line['plain']): { found?: Found; line: string } {
  let rest = line
  for (const { index: start, text, repeat } of repeatsIn(line, reading)) {
    if (plain.has(text)) {
      rest = rest.slice(0, start) + filler.repeat(text.length) + rest.slice(start + text.length)
      continue
    }
    const end = start + text.length
    const to = line.length - line.slice(end).replace(/^[.,;:!?]+/, '').length
    return { found: { piece: { kind: 'repeat', text, repeat, start, end }, from: start, to }, line: rest }
  }
  return { line: rest }
}

/** The first due date and the first start in a line whose marks are masked. */
export function datesIn(line: string, reading: Reading, plain: Line['plain']): Found[] {
  const isEmpty = (text: string) => text.replaceAll(filler, '').trim() === ''
  const isTitle = (start: number, text: string) =>
    alsoWord.test(text) &&
    !leadIn.test(line.slice(0, start)) &&
    (isEmpty(line.slice(0, start)) || !isEmpty(line.slice(start + text.length).replace(/[.,;:!?]/g, '')))
  const today = localDay(reading.now)
  // A day in the past is meant only if it is written as a date.
  const isMeant = (day: string, text: string) => day >= today || dated.test(text)
  const found: Partial<Record<'due' | 'start', Found>> = {}
  const put = (kind: 'due' | 'start', day: string, start: number, end: number, from = start) => {
    const to = line.length - line.slice(end).replace(/^[.,;:!?]+/, '').length
    const text = line.slice(start, end)
    if (!plain.has(text)) found[kind] ??= { piece: { kind, text, day, start, end }, from, to }
  }
  const unset = startsSomeday.exec(line)
  if (unset) put('start', someday, unset.index, unset.index + unset[0].length)
  for (const { index: start, text: words, day } of daysIn(line, reading)) {
    const text = words.replace(punctuation, '')
    if (!isMeant(day, text)) continue
    const lead = startWords.exec(line.slice(0, start))
    if (lead) put('start', day, lead.index, start + text.length)
    else if (!isTitle(start, text)) {
      const before = line.slice(0, start)
      const plainBefore = before.replace(leadIn, '')
      const lead = ordinalDay.test(text) ? plainBefore.replace(article, '') : plainBefore
      put('due', day, start, start + text.length, lead.length)
    }
  }
  return Object.values(found)
}
