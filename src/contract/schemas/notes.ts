import { type Static, Type } from 'typebox'
import { noteKinds, noteLimits } from '../notes.ts'
import { closings } from '../questions.ts'
import { maxQueryWords } from '../search.ts'
import { taskLimits } from '../tasks.ts'
import { changeNumbers, integerOrNull, oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'

/** The values of a question to the owner. It is open while it has neither an answer nor a reason why it is closed. */
export const question = Type.Object({
  /** The suggested answers. */
  choices: Type.Array(Type.String()),
  /** One of the suggested answers, or another text in Markdown. */
  answer: stringOrNull,
  answeredAt: stringOrNull,
  /** How it was answered, as in the events of a task: only a person answers, so it is `session`. */
  answeredVia: stringOrNull,
  /** When the asker has read the answer. From then on, it stays as it is. */
  readAt: stringOrNull,
  closed: Type.Unsafe<(typeof closings)[number] | null>({ type: ['string', 'null'], enum: [...closings, null] }),
  closedAt: stringOrNull,
})

export const note = Type.Object({
  _id: Type.String(),
  /** Its number in the thread of its task, which no other note of the task ever gets. */
  number: Type.Integer(),
  kind: oneOf(...noteKinds),
  /** Markdown. */
  text: Type.String(),
  /** How it was written, as in the events of a task: `session`, `token:NAME`, or `agent:NAME`. */
  via: Type.String(),
  createdAt: Type.String(),
  /** Null if it was never edited. */
  editedAt: stringOrNull,
  /** Increases with every edit. */
  version: Type.Integer(),
  /** Present if the kind is `question`. */
  question: Type.Optional(question),
})

/** A note that has the words of a search. */
export const noteMatch = Type.Object({
  _id: Type.String(),
  number: Type.Integer(),
  /** The part of the note with the first of these words, on one line. */
  excerpt: Type.String(),
})

const params = Type.Object({ id: taskId })
export const noteId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The number of a note, such as 3, or its id.',
})
export const ofNote = Type.Object({ id: taskId, note: noteId })
export const noteText = Type.String({ format: 'note', description: 'Markdown.' })
export const newNoteId = Type.String({
  format: 'new-id',
  description: 'The id of the note, if the client chooses it: a UUID in lower case that none of your notes has.',
})
export const noteDone = Type.Object({ message: Type.String(), note, ...changeNumbers })

export const noteSchemas = {
  search: {
    summary: `Find notes that have all of these words (at most ${maxQueryWords}): the newest such note of each task, by the id of the task, for at most 1,000 tasks.`,
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: taskLimits.query })) }, strict),
    result: Type.Object({
      notes: Type.Unsafe<Record<string, NoteMatch>>({ type: 'object', additionalProperties: noteMatch }),
    }),
  },
  ofTask: {
    summary: 'List the notes of a task, newest first, in pages. nextBefore is the before of the next page.',
    params,
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.String({
            pattern: '^[1-9]\\d{0,2}$',
            description: `At most ${noteLimits.maxPage}; ${noteLimits.page} unless given.`,
          }),
        ),
        before: Type.Optional(
          Type.String({ pattern: '^\\d{1,9}$', description: 'List only notes with a smaller number than this.' }),
        ),
      },
      strict,
    ),
    result: Type.Object({
      notes: Type.Array(note),
      /** The number of all notes of the task. */
      total: Type.Integer(),
      /** Null if there are no older notes. */
      nextBefore: integerOrNull,
    }),
  },
  add: {
    summary: `Add a note to a task. A task has at most ${noteLimits.perTask} notes, including questions.`,
    params,
    body: Type.Object(
      {
        _id: Type.Optional(newNoteId),
        text: noteText,
      },
      strict,
    ),
    result: noteDone,
  },
  edit: {
    summary:
      'Change the text of a note. A token changes only its own notes, and a question keeps its text once it is answered or closed. With If-Match, the version that the change is based on, the response is 412 with the current note if it was changed since.',
    params: ofNote,
    body: Type.Object({ text: noteText }, strict),
    result: noteDone,
  },
  remove: {
    summary: 'Delete a note. A token deletes only its own notes.',
    params: ofNote,
    result: Type.Object({ message: Type.String(), ...changeNumbers }),
  },
}

export type Question = Static<typeof question>
export type Note = Static<typeof note>
export type NoteMatch = Static<typeof noteMatch>
export type NewNote = Static<typeof noteSchemas.add.body>
