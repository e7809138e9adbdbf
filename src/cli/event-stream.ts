import { liveCalls } from '../contract/calls/live.ts'
import { CallError, errorOf, unreachable } from '../contract/client.ts'
import { beatEveryMs } from '../contract/live.ts'
import type { Client } from './client.ts'
import { redirected } from './http-call.ts'

/** An event of a server-sent stream. */
export interface StreamEvent {
  event: string
  data: string
  id: string | undefined
}

/** A connection on which nothing arrives for this long is dead: the server sends a beat more often. */
const maxSilenceMs = beatEveryMs * 2 + 1_000

/** Many times more than an event has. */
const maxEventLength = 8 * 1024 * 1024

/** Opens the live stream of the server and yields its events until the connection ends. Throws a CallError if it cannot be opened. */
export async function* openStream({ server, headers }: Client, after: string | undefined, signal: AbortSignal) {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), maxSilenceMs)
  const stop = () => silence.abort()
  signal.addEventListener('abort', stop)
  try {
    const response = await fetch(server.url + liveCalls.events.path, {
      headers: { ...headers, accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) },
      // The token is meant for one server.
      redirect: 'manual',
      signal: silence.signal,
    }).catch(() => {
      throw new CallError(0, 'network', unreachable)
    })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location !== null) throw redirected(server.url, location)
    if (response.status !== 200) throw errorOf(response.status, await response.json().catch(() => undefined))
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of response.body ?? []) {
        clearTimeout(timer)
        timer = setTimeout(stop, maxSilenceMs)
        text += decoder.decode(chunk, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) yield parseEvent(block)
        if (text.length > maxEventLength) throw new CallError(0, 'too_large', 'The server sends an event without end.')
      }
    } catch (error) {
      if (error instanceof CallError) throw error
      // The connection was lost, or nothing has arrived for too long: the caller opens another one.
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    silence.abort()
  }
}

/** Reads one block of a stream: lines such as `event: change`. */
export function parseEvent(block: string): StreamEvent {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    const before = fields.get(name)
    fields.set(name, before !== undefined && name === 'data' ? `${before}\n${value}` : value)
  }
  return { event: fields.get('event') ?? 'message', data: fields.get('data') ?? '', id: fields.get('id') }
}
