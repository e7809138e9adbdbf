import { CallError, errorOf, unreachable } from '../contract/client.ts'
import type { Client } from './client.ts'
import { CliError, failureOf } from './errors.ts'
import { jsonIn } from './http-call.ts'

/** The bytes of a response, part by part. Gives up if they stop arriving. Throws a CliError. */
export async function* bytesFrom(
  { server, patience }: Client,
  open: (signal: AbortSignal) => Promise<Response>,
): AsyncGenerator<Uint8Array> {
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, patience.timeoutMs)
  try {
    const response = await open(silence.signal)
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(giveUp, patience.timeoutMs)
      yield chunk
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    const lost = silence.signal.aborted ? 'The download stopped arriving.' : unreachable
    throw failureOf(error instanceof CallError ? error : new CallError(0, 'timeout', lost), server.url)
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

const maxFailureBytes = 1024 * 1024

/** The failure that a response describes. A longer description than Taskdeck gives is not read. */
export async function failureIn({ status, body }: Response): Promise<CallError> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxFailureBytes) return errorOf(status, undefined)
    chunks.push(chunk)
  }
  return errorOf(status, jsonIn(Buffer.concat(chunks).toString('utf8')))
}
