import { type Static, Type } from 'typebox'
import { questionLimits, questionStates } from '../questions.ts'
import { newNoteId, note, noteDone, noteText, ofNote } from './notes.ts'
import { oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'

const choices = Type.Array(Type.String({ format: 'choice' }), {
  maxItems: questionLimits.choices,
  uniqueItems: true,
  description: 'Suggested answers, each one short line.',
})

/** An open question with its task. */
export const askedQuestion = Type.Object({
  ...note.properties,
  task: Type.Object({ _id: Type.String(), number: Type.Integer(), title: Type.String() }),
})

export const questionSchemas = {
  list: {
    summary:
      'List the notes that wait for the owner, newest first, in pages: open questions of tokens and agents, and answers of readers of shared tasks that the owner has not read, without those of tasks that are completed or in the trash. nextBefore is the before of the next page.',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.String({
            pattern: '^[1-9]\\d{0,2}$',
            description: `At most ${questionLimits.maxPage}; ${questionLimits.page} unless given.`,
          }),
        ),
        before: Type.Optional(Type.String({ maxLength: 100, description: 'The nextBefore of the page before.' })),
      },
      strict,
    ),
    result: Type.Object({
      questions: Type.Array(askedQuestion),
      /** Null if there are no older questions. */
      nextBefore: stringOrNull,
    }),
  },
  ask: {
    summary: `Ask the owner a question about a task, with up to ${questionLimits.choices} suggested answers. Only tokens ask. Until it is answered or withdrawn, the task needs the owner. If the token asks the same text again while the question is open, it gets the same question. A task has at most ${questionLimits.openPerTask} open questions.`,
    params: Type.Object({ id: taskId }),
    body: Type.Object({ _id: Type.Optional(newNoteId), text: noteText, choices: Type.Optional(choices) }, strict),
    result: noteDone,
  },
  answer: {
    summary:
      'Answer a question with one of its suggested answers or another text. Only the owner answers, never a token. Until the asker has read it, the answer can be changed; afterwards, the response is 409.',
    params: ofNote,
    body: Type.Object({ answer: noteText }, strict),
    result: noteDone,
  },
  withdraw: {
    summary:
      'Close a question without an answer: its asker withdraws it, or the owner dismisses it. An asker that waits is told. The owner marks the answer of a reader as read in this way.',
    params: ofNote,
    body: Type.Object({}, strict),
    result: noteDone,
  },
  wait: {
    summary: `Wait until your question is answered or closed, at most ${questionLimits.waitSeconds} seconds, and read the answer, which marks it as read. If there is none yet, the state is open, and you can call again.`,
    params: ofNote,
    body: Type.Object(
      {
        seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: questionLimits.waitSeconds,
            description: `${questionLimits.waitSeconds} unless given. 0 does not wait.`,
          }),
        ),
      },
      strict,
    ),
    result: Type.Object({
      /** The state in words. */
      message: Type.String(),
      state: oneOf(...questionStates),
      /** Null unless it is answered. */
      answer: stringOrNull,
      /** Whether the asker holds the task, so that it may go on with its work. */
      holdsTask: Type.Boolean(),
      note,
    }),
  },
}

export type AskedQuestion = Static<typeof askedQuestion>
export type NewQuestion = Static<typeof questionSchemas.ask.body>
