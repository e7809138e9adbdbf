import type { Note, Question } from '../../contract/schemas/notes.ts'
import type { NoteRow } from '../database/schema.ts'

/** The columns of a question. They are null for other notes. */
export type QuestionColumns = Pick<
  NoteRow,
  'choices' | 'answer' | 'answered_at' | 'answered_via' | 'read_at' | 'closed' | 'closed_at'
>

/** A row in wire format. */
export function noteOf(row: NoteRow): Note {
  const { id, number, kind, text, via, created_at, edited_at, version } = row
  const note = { _id: id, number, kind, text, via, createdAt: created_at, editedAt: edited_at, version }
  return row.choices === null ? note : { ...note, question: questionOf({ ...row, choices: row.choices }) }
}

function questionOf(row: QuestionColumns & { choices: string }): Question {
  const { choices, answer, answered_at, answered_via, read_at, closed, closed_at } = row
  return {
    choices: JSON.parse(choices),
    answer,
    answeredAt: answered_at,
    answeredVia: answered_via,
    readAt: read_at,
    closed,
    closedAt: closed_at,
  }
}

/** The columns of the question in a note. */
export function questionColumns({ question }: Pick<Note, 'question'>): QuestionColumns {
  return {
    choices: question ? JSON.stringify(question.choices) : null,
    answer: question?.answer ?? null,
    answered_at: question?.answeredAt ?? null,
    answered_via: question?.answeredVia ?? null,
    read_at: question?.readAt ?? null,
    closed: question?.closed ?? null,
    closed_at: question?.closedAt ?? null,
  }
}

/** Like `isOpenQuestion` of the contract. */
export const isOpen = ({ choices, answer, closed }: Pick<NoteRow, 'choices' | 'answer' | 'closed'>): boolean =>
  choices !== null && answer === null && closed === null
