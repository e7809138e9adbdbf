import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing.ts'

/** The request or job that code runs for. It follows the code through every `await`. */
export interface WorkContext {
  /** Fields of every log line that is written for it, such as the id of the request. */
  readonly logFields: Readonly<Record<string, string>>
  /** The span of the work, if it is traced. */
  readonly span?: Span
}

const current = new AsyncLocalStorage<WorkContext>()

/** The request or job that this code runs for; undefined at the start and in work that belongs to none. */
export const currentWork = (): WorkContext | undefined => current.getStore()

/** Runs code for a request or job. */
export function runFor<Args extends unknown[], T>(work: WorkContext, run: (...args: Args) => T, ...args: Args): T {
  return current.run(work, run, ...args)
}
