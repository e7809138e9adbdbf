import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { hostOf } from './address.ts'
import { connectionProblem, OutgoingError, tooSlow } from './problems.ts'
import type { ResolvedAddress } from './resolve.ts'

export interface Message {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface Limits {
  connectMs: number
  /** Until the first byte of the answer, and for everything. */
  answerMs: number
  totalMs: number
  /** Of the answer's body. */
  bytes: number
  /** Whether a longer body is cut there, or the call fails. A compressed body counts as longer, because it is not unpacked. */
  ifLonger: 'cut' | 'fail'
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
  isCut: boolean
}

/** Sends one message over a new connection to one of these addresses, which were checked, and to no other one. Follows no redirects. */
export function exchange(
  url: URL,
  to: ResolvedAddress[],
  message: Message,
  limits: Limits,
  signal?: AbortSignal,
): Promise<Answer> {
  const host = hostOf(url)
  const { protocol, port, pathname, search } = url
  // Never called for a literal address, which is its own answer.
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = to
    if (all) done(null, to)
    else if (first) done(null, first.address, first.family)
  }
  return new Promise<Answer>((resolve, reject) => {
    const request = (protocol === 'https:' ? https : http).request({
      protocol,
      host,
      ...(port ? { port } : {}),
      path: `${pathname}${search}`,
      method: message.method,
      headers: {
        // An answer that would have to be unpacked could become any size.
        'accept-encoding': 'identity',
        'user-agent': 'Taskdeck',
        ...message.headers,
        ...(message.body === undefined ? {} : { 'content-length': Buffer.byteLength(message.body) }),
      },
      lookup,
      // Each call has a connection of its own, which ends with it.
      agent: false,
      ...(signal ? { signal } : {}),
      maxHeaderSize: 16_384,
    })
    const fail = (error: unknown) => {
      clearTimers()
      request.destroy()
      reject(connectionProblem(host, error))
    }
    const clearTimers = onTime(request, host, limits, fail)
    request.on('error', fail)
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      fail(new OutgoingError('unusable', `${host} answered with another protocol.`))
    })
    request.on('response', (response) => {
      readBody(response, limits, host).then((answer) => {
        clearTimers()
        request.destroy()
        resolve(answer)
      }, fail)
    })
    request.end(message.body)
  })
}

/** Fails the request when one of its times is over. Returns the function that ends this. */
function onTime(request: ClientRequest, host: string, limits: Limits, fail: (error: Error) => void): () => void {
  const after = (ms: number, what: string) => setTimeout(() => fail(tooSlow(host, what)), ms)
  const connecting = after(limits.connectMs, 'accept a connection')
  const answering = after(limits.answerMs, 'begin its answer')
  const all = after(limits.totalMs, 'finish its answer')
  request.on('socket', (socket) => {
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
  })
  request.on('response', () => clearTimeout(answering))
  return () => {
    for (const timer of [connecting, answering, all]) clearTimeout(timer)
  }
}

async function readBody(response: IncomingMessage, { bytes, ifLonger }: Limits, host: string): Promise<Answer> {
  const { statusCode: status = 0 } = response
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : `${value}`,
    ]),
  )
  const coding = headers['content-encoding'] ?? 'identity'
  const cut = (body: Buffer, problem: string): Answer => {
    if (ifLonger === 'fail') throw new OutgoingError('unusable', `${host} ${problem}`)
    return { status, headers, body, isCut: true }
  }
  if (coding !== 'identity') return cut(Buffer.alloc(0), 'sent a compressed answer, which Taskdeck did not ask for.')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > bytes) {
      return cut(Buffer.concat(chunks).subarray(0, bytes), `sent more than ${Math.round(bytes / 1_000)} kB.`)
    }
  }
  return { status, headers, body: Buffer.concat(chunks), isCut: false }
}
