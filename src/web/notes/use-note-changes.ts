import { newId } from '../../contract/new-id.ts'
import { cleanNote } from '../../contract/notes.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import type { DeckTask, NoteEffect } from '../deck/change.ts'
import { showNow } from '../deck/current-deck.ts'
import { useChange } from '../tasks/use-change.ts'
import { editedNote, newNote, noteOf, type ShownNote } from './thread.ts'

/** Adds, edits and deletes notes of a task. They are shown at once, and wait without the server. */
export function useNoteChanges(task: DeckTask) {
  const change = useChange()
  const make = (effect: NoteEffect, done: string, failed: string) => {
    const made = change(
      { kind: 'note', task: task._id, ...effect },
      {
        message: ([changed = task]) => `${done} ${numberOf(changed)}`,
        failure: 'Error changing a note',
        fallback: failed,
      },
    )
    showNow()
    return made
  }
  const now = () => new Date().toISOString()
  return {
    add: (text: string) =>
      make({ from: null, to: newNote(newId(), cleanNote(text), now()) }, 'Added a note to', 'The note was not added.'),
    edit: (note: ShownNote, text: string) =>
      make(
        { from: noteOf(note), to: editedNote(note, cleanNote(text), now()) },
        'Edited a note of',
        'The note was not saved.',
      ),
    remove: (note: ShownNote) =>
      make({ from: noteOf(note), to: null }, 'Deleted a note of', 'The note was not deleted. Please try again.'),
  }
}
