import type { NewTask } from '../schemas/tasks.ts'
import type { Line } from './lines.ts'
import type { Found, LinkField, Piece } from './pieces.ts'

/** A link to a task: `part of #12`, `after #12`, which waits for it, or `related to #12`. */
const linkWords = /(?<=^|\s)((part\s+of|after|related\s+to)\s+#(\d{1,9}))[.,;:!?]*(?=\s|$)/giu

/** Whether a line may link to a task, so that the tasks are needed to read it. */
export const mayLink = (line: string) => line.search(linkWords) >= 0

export interface LinkReading {
  /** Finds the id of a task by its number. Without it, and for numbers without a task, the words stay in the title. */
  idOf?: (number: number) => string | undefined
  /** Whether the new task is a part of another one already. */
  isPart?: boolean
}

/** By the first letter of the words. */
const linkFields: Record<string, LinkField> = { p: 'partOf', a: 'blockedBy', r: 'related' }

/** A second parent, and links to a task that does not exist, stay in the title. */
export function linksIn(line: string, plain: Line['plain'], { idOf, isPart = false }: LinkReading): Found[] {
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

export function linkValues(pieces: Piece[]): Pick<NewTask, LinkField> {
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
