import type { Note } from '../schemas/notes.ts'
import { type QuestionStep, questionStep } from './question-words.ts'

const maxExcerpt = 80

/** The beginning of a note on one line. */
export function startOfNote(text: string, maxLength = maxExcerpt): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line.slice(0, maxLength * 2 + 2)]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()} …` : line
}

const answerIn = (note: Note | undefined) => `“${startOfNote(note?.question?.answer ?? '')}”`

/** The steps of a question in words, to follow the name of the user. `text` is its beginning. */
const stepWords: Record<QuestionStep, (text: string, note: Note) => string> = {
  asked: (text) => `asked ${text}`,
  answered: (text, note) => `answered ${answerIn(note)} to ${text}`,
  'answer changed': (text, note) => `changed the answer to ${text} to ${answerIn(note)}`,
  'answer taken back': (text) => `took the answer to ${text} back`,
  read: (text) => `noted that the answer to ${text} was read`,
  withdrawn: (text) => `withdrew the question ${text}`,
  dismissed: (text) => `dismissed the question ${text}`,
  revoked: (text) => `closed the question ${text}, because its token was revoked`,
  reopened: (text) => `opened the question ${text} again`,
  edited: (text) => `edited the question ${text}`,
}

/** An event of an answer of a reader, who wrote it, or of the owner, who has read it. */
function answerInWords(before: Note | undefined, after: Note, text: string): string {
  if (!before) return `answered ${text}`
  if (before.text !== after.text) return `changed the answer to ${text}`
  return after.question?.closed ? `read the answer ${text}` : `marked the answer ${text} as unread`
}

/** An event of a note, to follow the name of the user. */
export function noteInWords(before: Note | undefined, after: Note | undefined): string {
  const note = after ?? before
  if (!note) return 'deleted a note'
  const text = `“${startOfNote(note.text)}”`
  if (note.kind === 'answer' && after) return answerInWords(before, after, text)
  const step = after && questionStep(before, after)
  if (step) return stepWords[step](text, note)
  if (!after) return `deleted the ${note.kind} ${text}`
  return before ? `edited the note ${text}` : `wrote ${text}`
}
