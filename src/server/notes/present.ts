import type { Note } from '../../contract/schemas/notes.ts'
import type { NoteRow } from '../database/schema.ts'

/** A row in wire format. */
export function noteOf({ id, number, kind, text, via, created_at, edited_at, version }: NoteRow): Note {
  return { _id: id, number, kind, text, via, createdAt: created_at, editedAt: edited_at, version }
}
