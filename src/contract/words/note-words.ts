import type { Note } from '../schemas/notes.ts'

const maxExcerpt = 80

/** The beginning of a note on one line. */
export function startOfNote(text: string, maxLength = maxExcerpt): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line.slice(0, maxLength * 2 + 2)]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()} …` : line
}

/** An event of a note, to follow the name of the user. */
export function noteInWords(before: Note | undefined, after: Note | undefined): string {
  if (!after) return before ? `deleted the note “${startOfNote(before.text)}”` : 'deleted a note'
  if (before) return `edited the note “${startOfNote(after.text)}”`
  return `wrote “${startOfNote(after.text)}”`
}
