import { cleanNote } from '../../contract/notes.ts'
import type { Note, Question } from '../../contract/schemas/notes.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { useChange } from '../tasks/use-change.ts'

/** Answers and dismisses questions. Both are shown at once, wait without the server, and can be undone. */
export function useAnswer() {
  const change = useChange()
  const make = (task: string, from: Note, values: Partial<Question>, message: string, fallback: string) => {
    if (!from.question) return
    const to = { ...from, version: from.version + 1, question: { ...from.question, ...values } }
    return change(
      { kind: 'note', task, from, to },
      {
        message: ([changed]) => `${message}${changed ? ` ${numberOf(changed)}` : ''}`,
        failure: 'Error answering a question',
        fallback,
      },
    )
  }
  const now = () => new Date().toISOString()
  return {
    answer: (task: string, note: Note, text: string) =>
      make(
        task,
        note,
        { answer: cleanNote(text), answeredAt: now(), answeredVia: 'session' },
        'Answered the question of',
        'The answer was not saved.',
      ),
    /** The answer of a reader of a shared link stays as it is from then on. */
    markAsRead: (task: string, note: Note) =>
      make(
        task,
        note,
        { closed: 'dismissed', closedAt: now() },
        'Read the answer about',
        'The answer was not marked as read.',
      ),
    dismiss: (task: string, note: Note) =>
      make(
        task,
        note,
        { closed: 'dismissed', closedAt: now() },
        'Dismissed the question of',
        'The question was not dismissed.',
      ),
  }
}
