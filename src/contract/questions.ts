import { isPlainName } from './plain-names.ts'
import type { Status } from './tasks.ts'

export const questionLimits = {
  /** Suggested answers of a question, and the characters of each. */
  choices: 5,
  choice: 80,
  /** Open questions of a task, so that a program that asks without end does not bury the others. */
  openPerTask: 20,
  /** Questions of a page unless asked otherwise, and at most. */
  page: 50,
  maxPage: 100,
  /** How long one call waits for an answer: less than proxies and agents wait for a response. */
  waitSeconds: 50,
} as const

/**
 * Why a question is closed without an answer: its asker has withdrawn it, the owner has dismissed it, or the token of its asker was revoked.
 */
export const closings = ['withdrawn', 'dismissed', 'revoked'] as const
export type Closing = (typeof closings)[number]

/** The states of a question for its asker. It is not open while its task is completed or deleted, and open again when the task is back. */
export const questionStates = ['open', 'answered', ...closings, 'completed', 'deleted'] as const
export type QuestionState = (typeof questionStates)[number]

/** Whether a text can be a suggested answer: one short line, without hidden characters, because a person presses it. */
export const isChoice = (text: string) => isPlainName(text, questionLimits.choice)

/** Whether a note is a question that is neither answered nor closed. */
export const isOpenQuestion = ({
  question,
}: {
  question?: { answer: string | null; closed: Closing | null }
}): boolean => question !== undefined && question.answer === null && question.closed === null

/** Whether a task has an open question to its owner. A completed task needs nobody. */
export const needsYou = ({ openQuestions, status }: { openQuestions?: number; status: Status }): boolean =>
  openQuestions !== undefined && openQuestions > 0 && status !== 'Completed'
