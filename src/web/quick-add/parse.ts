import { localDay } from '../../contract/calendar-day.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { cleanLabel, defaults, isLabel, type Priority, priorities, taskLimits } from '../../contract/tasks.ts'
import { daysIn, type Reading } from '../tasks/days-in-words.ts'
import type { Line } from './lines.ts'

/** A piece of the line that is more than a word of the title. */
export type Piece =
  | { kind: 'due'; text: string; day: string }
  | { kind: 'priority'; text: string; priority: Priority }
  | { kind: 'label'; text: string; label: string }

export interface Parsed {
  task: NewTask & Required<Pick<NewTask, 'priority' | 'status' | 'labels'>>
  pieces: Piece[]
  /** Whether the title was too long and was cut; the description has the whole line. */
  isCut: boolean
}

/** Punctuation after a mark is ignored: `!high,` means the same as `!high`. */
const mark = /(?<=^|\s)([!#][\p{L}\p{N}\p{M}_-]+)[.,;:!?]*(?=\s|$)/gu

/** Prepositions before a date. */
const leadIn = /\b(on|by|at|due|until|before|for)\s*$/i

/**
 * Parses a line such as `Fix login timeout tomorrow !high #auth`. Pieces whose text is in `plain` stay words of the title. Without a date the
 * task is due today. The description is the whole line.
 */
export function parseLine(
  { text: line, status = defaults.status }: Line,
  reading: Reading,
  plain: ReadonlySet<string> = new Set(),
): Parsed {
  const pieces: Piece[] = []
  let rest = line.replace(mark, (whole, text: string) => {
    const piece = text.startsWith('!') ? priorityIn(text) : labelIn(text)
    if (!piece || plain.has(text) || pieces.some((other) => other.kind === 'priority' && piece.kind === 'priority'))
      return whole
    pieces.push(piece)
    return ' '
  })
  const date = daysIn(rest, reading).find(({ text }) => !plain.has(text))
  if (date) {
    pieces.unshift({ kind: 'due', text: date.text, day: date.day })
    const after = rest.slice(date.index + date.text.length).replace(/^[.,;:]+/, '')
    rest = rest.slice(0, date.index).replace(leadIn, '') + after
  }
  const title = rest.replace(/\s+/g, ' ').trim() || line.trim()
  const labels = pieces.flatMap((piece) => (piece.kind === 'label' ? piece.label : []))
  const letters = [...title]
  const isCut = letters.length > taskLimits.title
  return {
    pieces,
    isCut,
    task: {
      title: isCut ? `${letters.slice(0, taskLimits.title - 1).join('')}…` : title,
      description: line.trim(),
      dueDate: date?.day ?? localDay(reading.now),
      priority: pieces.find((piece) => piece.kind === 'priority')?.priority ?? defaults.priority,
      status,
      labels: [...new Set(labels)].slice(0, taskLimits.labels),
    },
  }
}

/** `!high`, or an abbreviation such as `!h`. */
function priorityIn(text: string): Piece | undefined {
  const priority = priorities.find((name) => name.toLowerCase().startsWith(text.slice(1).toLowerCase()))
  return priority && { kind: 'priority', text, priority }
}

/** `#auth`. A number after the # is a reference to a task, not a label. */
function labelIn(text: string): Piece | undefined {
  const word = text.slice(1)
  return isLabel(word) && !/^\d+$/.test(word) ? { kind: 'label', text, label: cleanLabel(word) } : undefined
}
