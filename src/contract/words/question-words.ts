import type { Note, Question } from '../schemas/notes.ts'

/** The effect of an event on a question. */
export type QuestionStep =
  | 'asked'
  | 'answered'
  | 'answer changed'
  | 'answer taken back'
  | 'read'
  | 'withdrawn'
  | 'dismissed'
  | 'revoked'
  | 'reopened'
  | 'edited'

function stepBetween(before: Question, after: Question): QuestionStep {
  if (before.answer === null && after.answer !== null) return 'answered'
  if (before.answer !== null && after.answer === null) return 'answer taken back'
  if (before.answer !== after.answer) return 'answer changed'
  if (!before.readAt && after.readAt) return 'read'
  if (before.closed !== after.closed) return after.closed ?? 'reopened'
  return 'edited'
}

/** The effect of an event of a note on a question; undefined if the note is none, or was deleted. */
export function questionStep(before: Note | undefined, after: Note | undefined): QuestionStep | undefined {
  // An answer of a reader waits like a question, but nobody asks or answers it.
  if (!after?.question || after.kind === 'answer') return undefined
  return before?.question ? stepBetween(before.question, after.question) : 'asked'
}
