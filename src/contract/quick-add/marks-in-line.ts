import { type AmountField, type AmountName, amountFields } from '../task-fields.ts'
import { cleanLabel, isLabel, priorities, taskLimits } from '../tasks.ts'
import { amountIn } from '../words/amount-words.ts'
import type { Line } from './lines.ts'
import type { Found, Meaning, Piece } from './pieces.ts'

/** Punctuation after a mark is ignored: `!high,` means the same as `!high`. */
const mark = /(?<=^|\s)([!#][\p{L}\p{N}\p{M}_-]+|[pP][1-4])[.,;:!?]*(?=\s|$)/gu

/** An amount with its unit: `~3h`. Without the unit, as in `~3 pages`, it is a word of the title. */
const amountMark = /(?<=^|\s)(~(\d{1,9}\p{L}+))[.,;:!?]*(?=\s|$)/gu

/** The priority and the labels. A second priority, and labels beyond the limit, stay in the title. */
export function marksIn(line: string, plain: Line['plain']): Found[] {
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
export function amountsIn(line: string, plain: Line['plain']): Found[] {
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

export const amountValues = (pieces: Piece[]): Partial<Record<AmountName, number>> =>
  Object.fromEntries(pieces.flatMap((piece) => (piece.kind === 'amount' ? [[piece.field.field, piece.amount]] : [])))

export const labelsOf = (pieces: Piece[]) => [
  ...new Set(pieces.flatMap((piece) => (piece.kind === 'label' ? piece.label : []))),
]

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
