import { type Claim, isHeld, isSameHolder } from '../../contract/claims.ts'
import { AppError } from '../../contract/errors.ts'
import { type Closing, type QuestionState, questionLimits } from '../../contract/questions.ts'
import { holderForProgram, holderInWords } from '../../contract/words/claim-words.ts'
import type { NoteRow, TaskRow } from '../database/schema.ts'

type Numbered = Pick<TaskRow, 'number'>

/** Tells an asker about its question. */
export function stateInWords(state: QuestionState, note: NoteRow, { number }: Numbered): string {
  const words: Record<QuestionState, string> = {
    open: `Question ${note.number} of #${number} is not answered yet. Wait again for its answer.`,
    answered: `The owner has answered question ${note.number} of #${number}.`,
    withdrawn: `Question ${note.number} of #${number} was withdrawn.`,
    dismissed: `The owner has dismissed question ${note.number} of #${number} without an answer. Decide for yourself, or ask in another way.`,
    revoked: `Question ${note.number} of #${number} was closed, because its token was revoked. Ask again if it still matters.`,
    completed: `Task #${number} was completed, so its question ${note.number} is no longer asked. It is open again if the task is reopened.`,
    deleted: `Task #${number} was deleted, so its question ${note.number} is no longer asked. It is open again if the task is restored.`,
  }
  return words[state]
}

/** Tells an asker that it no longer holds the task, to follow the state. */
export function lostInWords({ number }: Numbered, claim: Claim, asker: string, now: string): string {
  if (isSameHolder(claim.by, asker)) return ` Your claim of task #${number} has ended: claim it again before you go on.`
  if (!isHeld(claim, now)) return ''
  return ` You do not hold task #${number}: ${holderForProgram(claim.by)} holds it now.`
}

export const nobodyToAsk = () =>
  new AppError('forbidden', 'Only scripts and agents ask, with a token, and you answer. Write a note instead.')
export const onlyOwner = () =>
  new AppError('forbidden', 'A token cannot answer for the owner. Only the owner answers questions, in the web app.')
export const onlyOwnerReads = () =>
  new AppError('forbidden', 'A token cannot mark an answer as read. Only the owner does, in the web app.')
export const notAsker = ({ number }: NoteRow) =>
  new AppError(
    'forbidden',
    `This token has not asked question ${number}. Only its asker waits for the answer and withdraws it; the owner dismisses it in the web app.`,
  )
export const noQuestion = ({ number }: Numbered, note: NoteRow) =>
  new AppError('conflict', `Note ${note.number} of #${number} is no question.`)
export const tooManyOpen = ({ number }: Numbered) =>
  new AppError(
    'too_large',
    `Task #${number} has ${questionLimits.openPerTask} open questions, which is the maximum. Wait for answers, or withdraw some of them.`,
  )
const closedWords: Record<Closing, string> = {
  withdrawn: 'was withdrawn by its asker',
  dismissed: 'was dismissed',
  revoked: 'was closed, because its token was revoked',
}
export const closedAlready = ({ number }: Numbered, { number: note, closed }: NoteRow) =>
  new AppError(
    'conflict',
    `Question ${note} of #${number} ${closedWords[closed ?? 'withdrawn']}. Nobody waits for an answer. Write a note instead.`,
  )
export const readAlready = ({ number }: Numbered, row: NoteRow) =>
  new AppError(
    'conflict',
    `${holderInWords(row.via)} has read the answer to question ${row.number} of #${number}, so it stays as it is. Write a note instead.`,
  )
export const answeredAlready = ({ number }: Numbered, row: NoteRow) =>
  new AppError('conflict', `Question ${row.number} of #${number} is answered already. Nothing was withdrawn.`)
export const tokenEnded = () =>
  new AppError('not_signed_in', 'The token was revoked or has expired while the call waited.')
