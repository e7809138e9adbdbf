import { localDay } from '../calendar-day.ts'
import { firstDue, type Repeat } from '../repeat.ts'
import type { NewTask } from '../schemas/tasks.ts'
import { someday } from '../start-date.ts'
import { type AmountField, type AmountName, amountFields } from '../task-fields.ts'
import { cleanLabel, defaults, isLabel, type Priority, priorities, taskLimits } from '../tasks.ts'
import { amountIn } from '../words/amount-words.ts'
import { daysIn, type Reading } from './days-in-words.ts'
import type { Given, Line } from './lines.ts'
import { withoutQuotes } from './quotes.ts'
import { inShortMonths } from './short-months.ts'
import { repeatsIn } from './typed-repeat.ts'

type Meaning =
  | { kind: 'due'; day: string }
  | { kind: 'start'; day: string }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'priority'; priority: Priority }
  | { kind: 'label'; label: string }
  | { kind: 'amount'; field: AmountField; amount: number }
  | { kind: 'link'; link: LinkField; id: string }

type LinkField = 'partOf' | 'blockedBy' | 'related'

/** A piece of a line that is more than a word of the title, from `start` to `end`. */
export type Piece = Meaning & { text: string; start: number; end: number }

export interface Parsed {
  task: NewTask & Required<Pick<NewTask, 'title' | 'priority' | 'status' | 'labels'>>
  /** In the order of the text. */
  pieces: Piece[]
  /** Whether the title was too long and was cut; the description has all of it. */
  isCut: boolean
}

/** A piece with the part of the line that is not in the title because of it. */
interface Found {
  piece: Piece
  from: number
  to: number
}

/** Punctuation after a mark is ignored: `!high,` means the same as `!high`. */
const mark = /(?<=^|\s)([!#][\p{L}\p{N}\p{M}_-]+|[pP][1-4])[.,;:!?]*(?=\s|$)/gu

/** An amount with its unit: `~3h`. Without the unit, as in `~3 pages`, it is a word of the title. */
const amountMark = /(?<=^|\s)(~(\d{1,9}\p{L}+))[.,;:!?]*(?=\s|$)/gu

/** Prepositions before a date. */
const leadIn = /\b(on|by|at|due|until|before|for)(\s+the)?\s*$/i

/** Punctuation that follows a date. */
const punctuation = /[\s.,;:]+$/

/** Short names of days and months that are also words, unless they end the line: `Sun rises at`, `The cat sat on it`. */
const alsoWord = /^(sun|sat|mar|may)$/i

/** A date with its year, which may be in the past. */
const dated = /\d{4}|\d[./]\d{1,2}[./]\d{2}/

/** A longer text is prose. Searching it for dates with every key press would be slow. */
const maxReadLength = 2_000

/** A link to a task: `part of #12`, `after #12`, which waits for it, or `related to #12`. */
const linkWords = /(?<=^|\s)((part\s+of|after|related\s+to)\s+#(\d{1,9}))[.,;:!?]*(?=\s|$)/giu

/** Whether a line may link to a task, so that the tasks are needed to read it. */
export const mayLink = (line: string) => line.search(linkWords) >= 0

/** The words before a day on which work begins: `starts monday`. Words such as `from` are too common in titles. */
const startWords = /(?<![\p{L}\p{N}])(?:starts|starting)(?:\s+on)?\s+$/iu
/** A start that is put off without a day. */
const startsSomeday = /(?<![\p{L}\p{N}])(?:starts|starting)\s+someday(?![\p{L}\p{N}])/iu

export interface LinkReading {
  /** Finds the id of a task by its number. Without it, and for numbers without a task, the words stay in the title. */
  idOf?: (number: number) => string | undefined
  /** Whether the new task is a part of another one already. */
  isPart?: boolean
}

/** Parses a line such as `Fix login timeout friday starts tomorrow !high #auth after #12`. Words in `plain` stay in the title. */
export function parseLine(
  { text: line, status, plain, given = {} }: Line,
  reading: Reading,
  links: LinkReading = {},
): Parsed {
  const found = line.length <= maxReadLength ? piecesIn(withoutQuotes(line), reading, plain, links) : []
  const when = whenOf(
    found.map(({ piece }) => piece),
    reading,
    given,
  )
  const pieces = found.map(({ piece }) =>
    piece.kind === 'repeat' ? { ...piece, ...(when.repeat ? { repeat: when.repeat } : {}) } : piece,
  )
  const title = without(line, found) || line.trim()
  const letters = [...title]
  const isCut = letters.length > taskLimits.title
  return {
    pieces,
    isCut,
    task: {
      title: isCut ? `${letters.slice(0, taskLimits.title - 1).join('')}…` : title,
      ...(isCut ? { description: title } : {}),
      ...when,
      priority: pieces.find((piece) => piece.kind === 'priority')?.priority ?? given.priority ?? defaults.priority,
      status: given.status ?? status,
      labels: labelsOf(pieces),
      ...amountValues(pieces),
      ...linkValues(pieces),
    },
  }
}

function piecesIn(line: string, reading: Reading, plain: Line['plain'], links: LinkReading): Found[] {
  const linked = linksIn(line, plain, links)
  const marks = [...linked, ...marksIn(linked.reduce(mask, line), plain), ...amountsIn(line, plain)]
  const repeat = repeatIn(marks.reduce(mask, line), reading, plain)
  const known = repeat.found ? [...marks, repeat.found] : marks
  const dates = datesIn(known.reduce(mask, repeat.line), reading, plain)
  return [...known, ...dates].sort((a, b) => a.from - b.from)
}

/** By the first letter of the words. */
const linkFields: Record<string, LinkField> = { p: 'partOf', a: 'blockedBy', r: 'related' }

/** A second parent, and links to a task that does not exist, stay in the title. */
function linksIn(line: string, plain: Line['plain'], { idOf, isPart = false }: LinkReading): Found[] {
  const found: Found[] = []
  let hasParent = isPart
  for (const { 0: whole, 1: text = '', 2: words = '', 3: number, index } of line.matchAll(linkWords)) {
    const id = plain.has(text) ? undefined : idOf?.(Number(number))
    const link = linkFields[words.slice(0, 1).toLowerCase()] ?? 'related'
    if (id === undefined || (link === 'partOf' && hasParent)) continue
    hasParent ||= link === 'partOf'
    const piece: Piece = { kind: 'link', link, id, text, start: index, end: index + text.length }
    found.push({ piece, from: index, to: index + whole.length })
  }
  return found
}

function linkValues(pieces: Piece[]): Pick<NewTask, LinkField> {
  const idsOf = (link: LinkField) => [
    ...new Set(pieces.flatMap((piece) => (piece.kind === 'link' && piece.link === link ? piece.id : []))),
  ]
  const [[partOf], blockedBy, related] = [idsOf('partOf'), idsOf('blockedBy'), idsOf('related')]
  return {
    ...(partOf ? { partOf } : {}),
    ...(blockedBy.length ? { blockedBy } : {}),
    ...(related.length ? { related } : {}),
  }
}

/** The dates and the repetition. A task that repeats and has no due date is due on the first day that fits, from its given day or its start on. */
function whenOf(pieces: Piece[], { now }: Reading, given: Given): Pick<NewTask, 'dueDate' | 'startDate' | 'repeat'> {
  const day = pieces.find((piece) => piece.kind === 'due')?.day
  const startDate = pieces.find((piece) => piece.kind === 'start')?.day
  const said = pieces.find((piece) => piece.kind === 'repeat')?.repeat
  const first = startDate && startDate !== someday ? startDate : localDay(now)
  const dueDate = day ?? (said ? firstDue(said, given.dueDate ?? first) : given.dueDate)
  const repeat = said && inShortMonths(said, dueDate)
  return { ...(dueDate ? { dueDate } : {}), ...(startDate ? { startDate } : {}), ...(repeat ? { repeat } : {}) }
}

/** The first repetition in a line whose marks are masked, and the line without those that are kept as text: they contain no date either. */
function repeatIn(line: string, reading: Reading, plain: Line['plain']): { found?: Found; line: string } {
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

/** The priority and the labels. A second priority, and labels beyond the limit, stay in the title. */
function marksIn(line: string, plain: Line['plain']): Found[] {
  const found: Found[] = []
  for (const { 0: whole, 1: text = '', index } of line.matchAll(mark)) {
    const meaning = plain.has(text) ? undefined : text.startsWith('#') ? labelIn(text) : priorityIn(text)
    if (!meaning) continue
    const piece: Piece = { ...meaning, text, start: index, end: index + text.length }
    const pieces = [...found.map((other) => other.piece), piece]
    const isTooMany =
      pieces.filter(({ kind }) => kind === 'priority').length > 1 || labelsOf(pieces).length > taskLimits.labels
    if (!isTooMany) found.push({ piece, from: index, to: index + whole.length })
  }
  return found
}

/** A second amount of the same field, and one that is too large, stay in the title. */
function amountsIn(line: string, plain: Line['plain']): Found[] {
  const found = new Map<AmountField, Found>()
  for (const { 0: whole, 1: text = '', 2: typed = '', index } of line.matchAll(amountMark)) {
    const field = plain.has(text) ? undefined : amountFields.find((known) => amountIn(typed, known) !== undefined)
    const amount = field && amountIn(typed, field)
    if (amount === undefined || !field || found.has(field)) continue
    const piece: Piece = { kind: 'amount', field, amount, text, start: index, end: index + text.length }
    found.set(field, { piece, from: index, to: index + whole.length })
  }
  return [...found.values()]
}

const amountValues = (pieces: Piece[]): Partial<Record<AmountName, number>> =>
  Object.fromEntries(pieces.flatMap((piece) => (piece.kind === 'amount' ? [[piece.field.field, piece.amount]] : [])))

const labelsOf = (pieces: Piece[]) => [
  ...new Set(pieces.flatMap((piece) => (piece.kind === 'label' ? piece.label : []))),
]

const filler = '_'
const mask = (line: string, { from, to }: Found) => line.slice(0, from) + filler.repeat(to - from) + line.slice(to)

/** The first due date and the first start in a line whose marks are masked. */
function datesIn(line: string, reading: Reading, plain: Line['plain']): Found[] {
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
      put('due', day, start, start + text.length, line.slice(0, start).replace(leadIn, '').length)
    }
  }
  return Object.values(found)
}

/** The words of a line outside of these pieces, which are in order. */
function without(line: string, pieces: Found[]): string {
  const ends = [0, ...pieces.map(({ to }) => to)]
  const rest = ends.map((end, index) => line.slice(end, pieces[index]?.from))
  return rest.join('').replace(/\s+/g, ' ').trim()
}

/** `!high`, an abbreviation such as `!h`, or `p2`, counted from the highest. */
function priorityIn(text: string): Meaning | undefined {
  const word = text.slice(1).toLowerCase()
  const priority = text.startsWith('!')
    ? priorities.find((name) => name.toLowerCase().startsWith(word))
    : priorities[Number(word) - 1]
  return priority && { kind: 'priority', priority }
}

/** `#auth`. A number after the # is a reference to a task, not a label. */
function labelIn(text: string): Meaning | undefined {
  const word = text.slice(1)
  return isLabel(word) && !/^\d+$/.test(word) ? { kind: 'label', label: cleanLabel(word) } : undefined
}
