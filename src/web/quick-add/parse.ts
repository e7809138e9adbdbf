import type { Chrono } from 'chrono-node'
import { localDay } from '../../contract/calendar-day.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { cleanLabel, defaults, isLabel, type Priority, priorities, taskLimits } from '../../contract/tasks.ts'

/** A piece of the line that means something, and what it means. */
export type Piece =
  | { kind: 'due'; text: string; day: string }
  | { kind: 'priority'; text: string; priority: Priority }
  | { kind: 'label'; text: string; label: string }

export interface Understood {
  task: Required<NewTask>
  pieces: Piece[]
}

export interface Reader {
  dates: Pick<Chrono, 'parse'>
  now: Date
}

const mark = /(?<=^|\s)([!#])([\p{L}\p{N}_-]+)(?=\s|$)/gu

/** The little words that lead to a date. */
const leadIn = /\b(on|by|at|due|until|before|for)\s*$/i

/**
 * Reads a line such as `Fix login timeout tomorrow 5pm !high #auth`. Pieces whose text is in `plain` are left as words of the title. What the line
 * does not say is filled in: due today, and the line itself for the description.
 */
export function understand(line: string, { dates, now }: Reader, plain: ReadonlySet<string> = new Set()): Understood {
  const pieces: Piece[] = []
  let rest = line
  for (const [text, sign, word = ''] of line.matchAll(mark)) {
    const piece = sign === '!' ? priorityIn(text, word) : labelIn(text, word)
    if (!piece || plain.has(text) || pieces.some((other) => other.kind === 'priority' && piece.kind === 'priority'))
      continue
    pieces.push(piece)
    rest = rest.replace(text, ' ')
  }
  const date = dates.parse(rest, now, { forwardDate: true }).find(({ text }) => !plain.has(text))
  if (date) {
    pieces.unshift({ kind: 'due', text: date.text, day: localDay(date.start.date()) })
    rest = rest.slice(0, date.index).replace(leadIn, '') + rest.slice(date.index + date.text.length)
  }
  const title = rest.replace(/\s+/g, ' ').trim() || line.trim()
  const labels = pieces.flatMap((piece) => (piece.kind === 'label' ? piece.label : []))
  return {
    pieces,
    task: {
      title: title.slice(0, taskLimits.title),
      description: line.trim(),
      dueDate: pieces.find((piece) => piece.kind === 'due')?.day ?? localDay(now),
      priority: pieces.find((piece) => piece.kind === 'priority')?.priority ?? defaults.priority,
      status: defaults.status,
      labels: [...new Set(labels)].slice(0, taskLimits.labels),
    },
  }
}

/** `!high`, or as much of it as tells it from the others. */
function priorityIn(text: string, word: string): Piece | undefined {
  const priority = priorities.find((name) => name.toLowerCase().startsWith(word.toLowerCase()))
  return priority && { kind: 'priority', text, priority }
}

/** `#auth`; a number after the # is a task and no label. */
function labelIn(text: string, word: string): Piece | undefined {
  return isLabel(word) && !/^\d+$/.test(word) ? { kind: 'label', text, label: cleanLabel(word) } : undefined
}

/** The lines of a pasted text that say something. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*([-*•]|\d+[.)])\s+(\[[ x]\]\s+)?/, '').trim())
    .filter(Boolean)
}
