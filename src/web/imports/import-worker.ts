import { importSession } from './import-session.ts'
import type { Answer, Question } from './worker-protocol.ts'

/** Reads files beside the page, so that it stays responsive with 20,000 tasks. */
const session = importSession()

addEventListener('message', async ({ data: { id, name, given } }: MessageEvent<Question>) => {
  try {
    const call = session[name] as (...given: unknown[]) => unknown
    postMessage({ id, result: await call(...given) } satisfies Answer)
  } catch (error) {
    postMessage({ id, message: error instanceof Error ? error.message : `${error}` } satisfies Answer)
  }
})
