import { isTemporary } from '../contract/client.ts'
import type { Input, Output, Route } from '../contract/endpoint.ts'
import { keyHeader } from '../contract/idempotency-key.ts'
import { newId } from '../contract/new-id.ts'
import { failureOf } from './errors.ts'
import type { ChosenServer } from './server-choice.ts'
import { version } from './version.ts'

export interface Client {
  server: ChosenServer
  /** The headers of every request. */
  headers: Record<string, string>
  /**
   * Calls an endpoint and repeats the call after a temporary failure. A call that writes has a key, so that it is applied once. Throws a
   * CliError.
   */
  call: <E extends Route>(endpoint: E, input: Input<E>, headers?: Record<string, string>) => Promise<Output<E>>
}

/** The waits between the tries of a call. */
const retryDelaysMs = [200, 800]

export const userAgent = `taskdeck/${version} (${process.platform})`

export function openClient(server: ChosenServer): Client {
  const headers = { authorization: `Bearer ${server.token}`, 'user-agent': userAgent }
  return {
    server,
    headers,
    async call(endpoint, input, more = {}) {
      const key: Record<string, string> = endpoint.takesKey ? { [keyHeader]: newId() } : {}
      const target = { origin: server.url, headers: { ...headers, ...key, ...more } }
      return withRetries(() => callOnce(endpoint, input, target), server.url)
    },
  }
}

/** Calls an endpoint once. Loaded with the first call, because not every command makes one. */
export async function callOnce<E extends Route>(endpoint: E, input: Input<E>, target: Target): Promise<Output<E>> {
  const { httpCall } = await import('./http-call.ts')
  return httpCall(endpoint, input, target)
}

interface Target {
  origin: string
  headers: Record<string, string>
}

/** Repeats a call that fails for now. Throws what the user has to know about the last failure. */
export async function withRetries<T>(attempt: () => Promise<T>, url: string): Promise<T> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTemporary(error)) throw failureOf(error, url)
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs * (0.5 + Math.random())))
  }
  return attempt().catch((error) => {
    throw failureOf(error, url)
  })
}
