import { CallError, errorOf, unreachable } from '../contract/client.ts'
import type { Client } from './client.ts'
import { CliError, failureOf } from './errors.ts'

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

/** The failure that a response describes. */
export const failureIn = async (response: Response) =>
  errorOf(response.status, await response.json().catch(() => undefined))
