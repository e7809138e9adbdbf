import { CallError, errorOf, notTaskdeck, pathOf, unreachable } from '../../contract/client.ts'
import type { Route } from '../../contract/endpoint.ts'
import { type ErrorBody, errorStatus } from '../../contract/errors.ts'
import { ownerHeader } from '../../contract/owner-header.ts'

export interface Sending {
  owner: string
  signal: AbortSignal
  /** Called with the part that is done, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** A line of a response: the progress, and then the result or the error. */
type Step<Result> = { done: number; of: number } | { result: Result } | { error: ErrorBody }

/** A body of a type, for an endpoint that reports its progress. */
interface Import {
  call: Route
  query: Record<string, string | undefined>
  body: Blob
  type: string
}

/** Sends an import, whose progress the server reports. It is rolled back if the signal aborts before its end. Throws a CallError. */
export async function sendImport<Result>(
  { call: { method, path }, query, body, type }: Import,
  { owner, signal, onProgress }: Sending,
): Promise<Result> {
  try {
    const response = await fetch(pathOf(path, {}, query), {
      ...{ method, body, signal, credentials: 'same-origin' as const },
      headers: { 'content-type': type, [ownerHeader]: owner },
    })
    if (response.status !== 200) throw errorOf(response.status, await response.json().catch(() => undefined))
    for await (const step of stepsIn<Result>(response)) {
      if ('result' in step) return step.result
      if ('error' in step) throw failureIn(step.error)
      onProgress?.(step.of ? step.done / step.of : 0)
    }
    throw new CallError(0, 'network', unreachable)
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError(0, 'network', unreachable)
  }
}

const failureIn = (error: ErrorBody) =>
  error.code in errorStatus ? errorOf(errorStatus[error.code], error) : new CallError(0, 'network', notTaskdeck)

/** The lines of a response as they arrive. */
async function* stepsIn<Result>({ body }: Response): AsyncGenerator<Step<Result>> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const read = await reader?.read()
    text += read?.value ?? ''
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line) yield JSON.parse(line)
    if (!read || read.done) return
  }
}
