import { setTimeout as pause } from 'node:timers/promises'

/** The experience of all clients together. */
export interface Seen {
  answers: number
  /** Responses that asked to try again, and connections without a response. */
  repeated: number
  /** The longest time from the first try of a call to its answer. */
  slowestMs: number
  /** The longest time in which no call was answered. */
  silenceMs: number
  lastAnswerAt: number
  problems: string[]
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  cookie?: string
  token?: string
  key?: string
  body?: string | (() => FormData)
}

const retryMs = 50
/** Nothing is lost by then: the client of a call gives up, and the call counts as a problem. */
const maxMs = 120_000
/** The server or the balancer asks to try again, or could not pass on the call. */
const again = new Set([429, 502, 503, 504])

/** Sends calls like the web app: repeats a call with its key until it is answered. */
export function clientOf(origin: string, seen: Seen, stopped: AbortSignal) {
  return async function call<T>({
    method,
    path,
    cookie,
    token,
    key,
    body,
  }: Call): Promise<{ body: T; cookie: string }> {
    const begun = performance.now()
    for (;;) {
      stopped.throwIfAborted()
      const response = await fetch(origin + path, {
        method,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: typeof body === 'string' ? body : body() } : {}),
        signal: AbortSignal.any([stopped, AbortSignal.timeout(30_000)]),
      }).catch(() => undefined)
      const bytes = await response?.arrayBuffer().catch(() => undefined)
      const tookMs = performance.now() - begun
      if (response?.ok && bytes) {
        seen.answers++
        seen.slowestMs = Math.max(seen.slowestMs, tookMs)
        const now = performance.now()
        seen.silenceMs = Math.max(seen.silenceMs, now - seen.lastAnswerAt)
        seen.lastAnswerAt = now
        const isJson = response.headers.get('content-type')?.includes('json')
        return {
          body: (isJson ? JSON.parse(Buffer.from(bytes).toString()) : Buffer.from(bytes)) as T,
          cookie: response.headers.getSetCookie().join().split(';')[0] ?? '',
        }
      }
      if ((response && !again.has(response.status)) || tookMs > maxMs) {
        const text = Buffer.from(bytes ?? new ArrayBuffer())
          .toString()
          .slice(0, 200)
        throw new Error(`${method} ${path} answered ${response?.status ?? 'nothing'}: ${text}`)
      }
      seen.repeated++
      await pause(retryMs)
    }
  }
}

export type Client = ReturnType<typeof clientOf>
