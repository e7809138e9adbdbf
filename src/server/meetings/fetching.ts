import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { OutgoingError } from '../outgoing/problems.ts'
import { type FeedReader, type FeedReply, UnreadableFeed } from './feed-reader.ts'
import type { CalendarState } from './meeting-table.ts'

/** How one attempt to read a calendar went. */
export type Fetched =
  | { problem: string }
  /** Nothing has changed since the last time. */
  | { isUnchanged: true }
  | {
      bodyHash: string
      parsed: NonNullable<FeedReply['parsed']>
      etag: string | null
      lastModified: string | null
      expandedOn: string
    }

export const maxFeedBytes = 5_000_000
const limits = { connectMs: 5_000, answerMs: 15_000, totalMs: 30_000, bytes: maxFeedBytes, ifLonger: 'fail' } as const
const maxHeader = 500

interface Dependencies {
  outgoing: Pick<OutgoingCalls, 'call'>
  reader: Pick<FeedReader, 'read'>
  clock: () => number
}

/**
 * Gets the text of a calendar and its meetings. Asks only for a newer text, except on the first attempt of a day, because the days around today have
 * moved on. Fails only if the signal ends it: everything else is a result.
 */
export const fetching =
  ({ outgoing, reader, clock }: Dependencies) =>
  async (calendar: CalendarState, signal?: AbortSignal): Promise<Fetched> => {
    const { user_id: owner, address, etag, last_modified, body_hash, expanded_on } = calendar
    const today = new Date(clock()).toISOString().slice(0, 10)
    const isCurrent = expanded_on === today
    const headers = {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      ...(isCurrent && etag !== null ? { 'if-none-match': etag } : {}),
      ...(isCurrent && last_modified !== null ? { 'if-modified-since': last_modified } : {}),
    }
    try {
      const call = { method: 'GET' as const, url: address, headers, limits, ...(signal ? { signal } : {}) }
      const { status, headers: sent, body } = await outgoing.call(owner, call)
      if (status === 304 && isCurrent) return { isUnchanged: true }
      if (status !== 200) return { problem: problemOf(status, new URL(address).host, sent.location) }
      const bytes = new Uint8Array(body)
      const known = (isCurrent && body_hash) || undefined
      const { bodyHash, isNoCalendar, parsed } = await reader.read({ bytes, today, known })
      if (isNoCalendar) return { problem: noCalendar(new URL(address).host) }
      if (!parsed) return { isUnchanged: true }
      const header = (name: string) => {
        const value = sent[name]
        // It is sent back as it is.
        return value && value.length <= maxHeader && /^[\x20-\x7e]*$/.test(value) ? value : null
      }
      return { bodyHash, parsed, etag: header('etag'), lastModified: header('last-modified'), expandedOn: today }
    } catch (error) {
      if (signal?.aborted) throw error
      if (error instanceof OutgoingError || error instanceof UnreadableFeed) return { problem: error.message }
      throw error
    }
  }

const noCalendar = (host: string) =>
  `${host} answered with something else than a calendar. Enter the address in the format iCal, which often ends in .ics.`

/** Why there is no calendar, in words, without the address, which is a secret. */
function problemOf(status: number, host: string, location: string | undefined): string {
  if (status >= 300 && status < 400) {
    const target = location && URL.parse(location, `https://${host}/`)?.host
    const where = target && target !== host ? ` to ${target}` : ''
    return `${host} redirects${where} (${status}). Redirects are not followed: enter the address to which it leads.`
  }
  if (status === 401 || status === 403) {
    return `${host} does not allow it (${status}). Enter the private or secret address of the calendar, which needs no password.`
  }
  if (status === 404 || status === 410) {
    return `${host} has no calendar at this address (${status}). It may have been renewed or revoked: enter the present one.`
  }
  if (status === 429) return `${host} was asked too often (429).`
  return `${host} answered ${status}.`
}
