import { parentPort } from 'node:worker_threads'
import type { Call, Reply } from './sqlite-thread.ts'

/** Answers the questions of the main thread, one after another. `afterwards` runs when an answer was sent, before the next question. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Answer,
  afterwards?: () => void,
): void {
  function replyTo({ id, question }: Call<Question>): Reply<Answer> {
    try {
      return { id, answer: answer(question) }
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number }
      return { id, failure: { message, errcode } }
    }
  }

  parentPort?.on('message', (call: Call<Question>) => {
    parentPort?.postMessage(replyTo(call))
    afterwards?.()
  })
}
