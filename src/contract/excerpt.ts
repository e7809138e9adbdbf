import { wordsOf } from './search.ts'

/** A text has thousands of words, and comparing each by itself takes ten times as long as all of a piece at once. */
const pieceLength = 500

/** The place of the first word that begins like one of these; 0 if there is none. The words of the line are separated by single spaces. */
function placeOf(line: string, query: readonly string[]): number {
  const isWanted = (found: string) => query.some((wanted) => found.startsWith(wanted))
  for (let from = 0; from < line.length; ) {
    const space = line.indexOf(' ', from + pieceLength)
    const end = space < 0 ? line.length : space
    const piece = line.slice(from, end)
    if (wordsOf(piece).some(isWanted)) {
      for (const { 0: word, index } of piece.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        if (wordsOf(word).some(isWanted)) return from + index
      }
    }
    from = end
  }
  return 0
}

const maxExcerpt = 120
/** The first half of a character that was cut. */
const halfAtEnd = /[\uD800-\uDBFF]$/

/** The part of a text with the first word that begins like one of these, on one line. */
export function excerptOf(text: string, query: readonly string[], maxLength = maxExcerpt): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const at = placeOf(line, query)
  // Some words before it show what it is about. A cut must not split a word.
  const start = at < maxLength / 2 ? 0 : line.indexOf(' ', at - maxLength / 3) + 1
  const end = line.length - start <= maxLength ? line.length : line.lastIndexOf(' ', start + maxLength)
  const shown = line.slice(start, end > Math.max(start, at) ? end : start + maxLength).replace(halfAtEnd, '')
  return `${start ? '… ' : ''}${shown}${start + shown.length < line.length ? ' …' : ''}`
}
