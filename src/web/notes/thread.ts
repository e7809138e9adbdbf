import type { Note } from '../../contract/schemas/notes.ts'
import { type Change, noteEffectsOf } from '../deck/change.ts'

/** A note as it is shown. */
export type ShownNote = Note & {
  /** Whether the server has not confirmed it as it is. */
  isWaiting?: boolean
}

/** The notes of a task, newest first: those that the server has confirmed, with the changes that it does not know yet on top. */
export function shownNotes(confirmed: readonly Note[], changes: readonly Change[], task: string): ShownNote[] {
  const notes = new Map<string, ShownNote>(confirmed.map((note) => [note._id, note]))
  for (const { from, to } of changes.flatMap((change) => noteEffectsOf(change, task))) {
    if (to) notes.set(to._id, { ...to, number: notes.get(to._id)?.number ?? to.number, isWaiting: true })
    else if (from) notes.delete(from._id)
  }
  return [...notes.values()].sort(newestFirst)
}

/** A note without a number is not in the thread of the server yet: it will be the newest. */
function newestFirst(a: Note, b: Note): number {
  if (a.number && b.number) return b.number - a.number
  if (!a.number && !b.number) return a.createdAt < b.createdAt ? 1 : -1
  return a.number ? 1 : -1
}

/** A new note of this browser. The server numbers it. */
export const newNote = (_id: string, text: string, createdAt: string): Note => ({
  ...{ _id, number: 0, kind: 'note', text, via: 'session', createdAt, editedAt: null, version: 1 },
})

/** A note with another text, as the server will store it. */
export const editedNote = (note: ShownNote, text: string, editedAt: string): Note => ({
  ...noteOf(note),
  ...{ text, editedAt, version: note.version + 1 },
})

/** The note itself, without what only this browser knows. */
export const noteOf = ({ isWaiting: _, ...note }: ShownNote): Note => note
