import { isTemporary } from '../contract/client.ts'
import type { Input, Output, Route } from '../contract/endpoint.ts'
import { keyHeader } from '../contract/idempotency-key.ts'
import { newId } from '../contract/new-id.ts'
import { failureOf } from './errors.ts'
import type { Target } from './http-call.ts'
import type { ChosenServer } from './server-choice.ts'
import { version } from './version.ts'

/** How long a command waits for a server. */
export interface Patience {
  /** All tries of a call together wait this long for an answer to begin. */
  timeoutMs: number
  /** Called once a call has waited for a while. */
  onWait: (url: string) => void
}

export interface Client {
  server: ChosenServer
  /** The headers of every request. */
  headers: Record<string, string>
  patience: Patience
  /** Whether the last call has reached the server. */
  isReached: () => boolean
  /**
   * Calls an endpoint and repeats the call after a temporary failure. A call that writes has a key, so that it is applied once. Throws a
   * CliError.
   */
  call: <E extends Route>(endpoint: E, input: Input<E>, headers?: Record<string, string>) => Promise<Output<E>>
}

/** The waits between the tries of a call. */
const retryDelaysMs = [200, 800]
export const usualTimeoutMs = 30_000
const firstWordAfterMs = 4_000

export const userAgent = `taskdeck/${version} (${process.platform})`

export function openClient(server: ChosenServer, patience: Patience): Client {
  const headers = { authorization: `Bearer ${server.token}`, 'user-agent': userAgent }
  let isReached = false
  return {
    server,
    headers,
    patience,
    isReached: () => isReached,
    async call(endpoint, input, more = {}) {
      const key: Record<string, string> = endpoint.takesKey ? { [keyHeader]: newId() } : {}
      const target = { origin: server.url, headers: { ...headers, ...key, ...more } }
      isReached = false
      const attempt = (timeoutMs: number) => callOnce(endpoint, input, { ...target, timeoutMs })
      const result = await withRetries(attempt, server.url, patience)
      isReached = true
      return result
    },
  }
}

/** Calls an endpoint once. Loaded with the first call, because not every command makes one. */
export async function callOnce<E extends Route>(endpoint: E, input: Input<E>, target: Target): Promise<Output<E>> {
  const { httpCall } = await import('./http-call.ts')
  return httpCall(endpoint, input, target)
}

/** Repeats a call that fails for now, as long as there is time. Throws what the user has to know about the last failure. */
export async function withRetries<T>(
  attempt: (timeoutMs: number) => Promise<T>,
  url: string,
  { timeoutMs, onWait }: Patience,
): Promise<T> {
  const begun = Date.now()
  const timeLeftMs = () => timeoutMs - (Date.now() - begun)
  const notice = setTimeout(() => onWait(url), firstWordAfterMs)
  try {
    for (const delayMs of retryDelaysMs) {
      try {
        return await attempt(Math.max(1, timeLeftMs()))
      } catch (error) {
        if (!isTemporary(error) || timeLeftMs() < delayMs * 2) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())))
    }
    return await attempt(Math.max(1, timeLeftMs()))
  } catch (error) {
    throw failureOf(error, url)
  } finally {
    clearTimeout(notice)
  }
}
