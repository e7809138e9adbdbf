import type { OutgoingHookRow, OutgoingMessageRow } from '../database/schema.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { OutgoingError } from '../outgoing/problems.ts'
import { signedHeaders } from './signature.ts'

/** How one attempt went. */
export interface Attempt {
  isDelivered: boolean
  /** The receiver says that it wants no more messages. */
  isGone: boolean
  status: number | null
  tookMs: number
  problem: string | null
  response: string
  /** When the receiver wants to be asked again. */
  retryMs: number | undefined
}

const maxResponse = 4_000
const minute = 60_000

/** The pauses between the attempts of a message; later ones are an hour. */
const pausesMs = [10_000, 30_000, minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 40 * minute]
export const retryPauseMs = (attempts: number) => pausesMs[attempts - 1] ?? 60 * minute

interface Dependencies {
  outgoing: Pick<OutgoingCalls, 'call'>
  clock: () => number
  monotonic: () => number
}

/** Sends one message to the address of its webhook. Fails only if the signal ends it: everything else is a result. */
export function sending({ outgoing, clock, monotonic }: Dependencies) {
  return async (
    hook: Pick<OutgoingHookRow, 'user_id' | 'url' | 'secret'>,
    { id, body }: Pick<OutgoingMessageRow, 'id' | 'body'>,
    signal?: AbortSignal,
  ): Promise<Attempt> => {
    const begun = monotonic()
    const headers = { 'content-type': 'application/json', ...signedHeaders(hook.secret, id, body, clock()) }
    const none = { isDelivered: false, isGone: false, status: null, response: '', retryMs: undefined }
    try {
      const call = { method: 'POST' as const, url: hook.url, headers, body, ...(signal ? { signal } : {}) }
      const { status, headers: answered, body: bytes } = await outgoing.call(hook.user_id, call)
      const isDelivered = status >= 200 && status < 300
      return {
        isDelivered,
        isGone: status === 410,
        status,
        tookMs: Math.round(monotonic() - begun),
        problem: isDelivered ? null : problemOf(status),
        response: bytes.toString('utf8').replaceAll('\0', '').slice(0, maxResponse),
        retryMs: retryAfter(answered['retry-after']),
      }
    } catch (error) {
      if (signal?.aborted) throw error
      if (!(error instanceof OutgoingError)) throw error
      return { ...none, tookMs: Math.round(monotonic() - begun), problem: error.message }
    }
  }
}

function problemOf(status: number): string {
  if (status === 410) return 'The receiver answered 410: it wants no more messages.'
  if (status >= 300 && status < 400) {
    return `The receiver answered ${status}, a redirect. Redirects are not followed: enter the final address.`
  }
  return `The receiver answered ${status}.`
}

/** Only seconds, and at most an hour, because the receiver is a stranger. */
const retryAfter = (value: string | undefined) =>
  value && /^\d{1,9}$/.test(value) ? Math.min(Number(value) * 1000, 60 * minute) : undefined
