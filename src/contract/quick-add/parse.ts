import { localDay } from '../calendar-day.ts'
import { firstDue } from '../repeat.ts'
import type { NewTask } from '../schemas/tasks.ts'
import { someday } from '../start-date.ts'
import { defaults, taskLimits } from '../tasks.ts'
import { criteriaIn, criteriaOf } from './criteria-in-line.ts'
import { datesIn, repeatIn } from './dates-in-line.ts'
import type { Reading } from './days-in-words.ts'
import type { Given, Line } from './lines.ts'
import { type LinkReading, linksIn, linkValues } from './links-in-line.ts'
import { amountsIn, amountValues, labelsOf, marksIn } from './marks-in-line.ts'
import { type Found, mask, type Piece } from './pieces.ts'
import { withoutQuotes } from './quotes.ts'
import { meantReminder, remindersIn } from './reminders-in-line.ts'
import { inShortMonths } from './short-months.ts'

export interface Parsed {
  task: NewTask & Required<Pick<NewTask, 'title' | 'priority' | 'status' | 'labels'>>
  /** In the order of the text. */
  pieces: Piece[]
  /** Whether the title was too long and was cut; the description has all of it. */
  isCut: boolean
}

/** A longer text is prose. Searching it for dates with every key press would be slow. */
const maxReadLength = 2_000

/** Parses a line such as `Fix login timeout friday starts tomorrow !high #auth after #12`. Words in `plain` stay in the title. */
export function parseLine(
  { text: line, status, plain, given = {} }: Line,
  reading: Reading,
  links: LinkReading = {},
): Parsed {
  const all = line.length <= maxReadLength ? piecesIn(line, reading, plain, links) : []
  const when = whenOf(
    all.map(({ piece }) => piece),
    reading,
    given,
  )
  const found = all.flatMap(({ piece, ...place }) =>
    meant(piece, when, reading).map((one) => ({ piece: one, ...place })),
  )
  const pieces = found.map(({ piece }) => piece)
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
      ...criteriaOf(pieces.flatMap((piece) => (piece.kind === 'criteria' ? piece.criteria : []))),
      ...remindersOf(pieces),
    },
  }
}

type When = Pick<NewTask, 'dueDate' | 'startDate' | 'repeat'>

/** The meaning of a piece together with the others. A reminder that makes no sense with them is left out. */
function meant(piece: Piece, when: When, reading: Reading): Piece[] {
  if (piece.kind === 'repeat') return [{ ...piece, ...(when.repeat ? { repeat: when.repeat } : {}) }]
  if (piece.kind !== 'reminder') return [piece]
  const reminder = meantReminder(piece.typed, when.dueDate, reading)
  return reminder ? [{ ...piece, reminder }] : []
}

function remindersOf(pieces: Piece[]): Pick<NewTask, 'reminders'> {
  const reminders = pieces.flatMap((piece) => (piece.kind === 'reminder' && piece.reminder) || [])
  return reminders.length ? { reminders: [...new Set(reminders)] } : {}
}

function piecesIn(text: string, reading: Reading, plain: Line['plain'], links: LinkReading): Found[] {
  const readable = withoutQuotes(text)
  // The words of criteria mean nothing else.
  const criteria = criteriaIn(text, readable, plain)
  const line = criteria.reduce(mask, readable)
  const linked = linksIn(line, plain, links)
  const marks = [...linked, ...marksIn(linked.reduce(mask, line), plain), ...amountsIn(line, plain)]
  const reminders = remindersIn(marks.reduce(mask, line), reading, plain)
  const read = [...marks, ...reminders]
  const repeat = repeatIn(read.reduce(mask, line), reading, plain)
  const known = repeat.found ? [...read, repeat.found] : read
  const dates = datesIn(known.reduce(mask, repeat.line), reading, plain)
  return [...known, ...dates, ...criteria].sort((a, b) => a.from - b.from)
}

/** The dates and the repetition. A task that repeats and has no due date is due on the first day that fits, from its given day or its start on. */
function whenOf(pieces: Piece[], { now }: Reading, given: Given): When {
  const day = pieces.find((piece) => piece.kind === 'due')?.day
  const startDate = pieces.find((piece) => piece.kind === 'start')?.day
  const said = pieces.find((piece) => piece.kind === 'repeat')?.repeat
  const first = startDate && startDate !== someday ? startDate : localDay(now)
  const dueDate = day ?? (said ? firstDue(said, given.dueDate ?? first) : given.dueDate)
  const repeat = said && inShortMonths(said, dueDate)
  return { ...(dueDate ? { dueDate } : {}), ...(startDate ? { startDate } : {}), ...(repeat ? { repeat } : {}) }
}

/** The words of a line outside of these pieces, which are in order. */
function without(line: string, pieces: Found[]): string {
  const ends = [0, ...pieces.map(({ to }) => to)]
  const rest = ends.map((end, index) => line.slice(end, pieces[index]?.from))
  return rest.join('').replace(/\s+/g, ' ').trim()
}
