import { once } from 'node:events'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { CallError, errorOf, pathOf, unreachable } from '../contract/client.ts'
import type { Input, Output, Route } from '../contract/endpoint.ts'
import { isAnswerTo } from './answer-check.ts'
import { CliError, exitCodes, refused } from './errors.ts'
import { foreignAnswer, gatewayWords, type HttpAnswer } from './foreign-answer.ts'
import { shellWord } from './shell-word.ts'

export interface Target {
  origin: string
  headers: Record<string, string>
  /** Gives up if no answer has begun by then, or if it stops arriving for as long. */
  timeoutMs: number
  /** Ends the call early. */
  signal?: AbortSignal
}

/** An answer that keeps arriving ends at the latest after this many timeouts. */
const maxTimeouts = 10
/** More than a deck can have. */
const maxAnswerBytes = 512 * 1024 * 1024
/** The progress of a day. */
const maxLinesBytes = 64 * 1024 * 1024

/**
 * Calls an endpoint and returns its result, like `call` of the contract. Loading `fetch` takes longer than everything else that a command
 * does. Never follows a redirect, because the token is meant for one server. Throws a CallError, or a CliError that no retry can change.
 */
export function httpCall<E extends Route>(endpoint: E, input: Input<E>, target: Target): Promise<Output<E>> {
  const { params, query, body } = input as Dependencies
  const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const content = text && { type: 'application/json', length: text.length, bytes: [text] }
  return answerTo(endpoint, pathOf(endpoint.path, params, query), content, target)
}

/** Sends a message to an endpoint that answers with any text, and returns the text. Fails with `too_large` if it is longer. */
export async function textFrom(endpoint: Route, message: unknown, target: Target, maxBytes: number): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(message))
  const content = { type: 'application/json', length: bytes.length, bytes: [bytes] }
  const { origin } = target
  const answer = await send(origin + endpoint.path, { ...target, method: endpoint.method, content, maxBytes })
  if (answer.location !== undefined) throw redirected(origin, answer.location)
  if (answer.status !== endpoint.status) throw errorOf(answer.status, jsonIn(answer.text))
  return answer.text
}

/**
 * Sends content to an endpoint that answers with lines, and calls `onLine` with each of them as it arrives. The answer may take as long as it
 * goes on. Throws like `answerTo`.
 */
export async function linesFrom(
  endpoint: Route,
  path: string,
  content: Content,
  target: Target,
  onLine: (line: string) => void,
): Promise<void> {
  const { origin } = target
  const decoder = new TextDecoder()
  let rest = ''
  const onChunk = (chunk: Buffer) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
  const sent = { ...target, method: endpoint.method, content, maxBytes: maxLinesBytes, onChunk }
  const answer = await send(origin + path, sent)
  if (answer.location !== undefined) throw redirected(origin, answer.location)
  if (answer.status < 200 || answer.status > 299) throw failureIn(origin, answer, jsonIn(answer.text))
  if (rest) onLine(rest)
}

interface Dependencies {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/** The body of a request. */
export interface Content {
  type: string
  length: number
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Sends a request with any content to an endpoint, and returns the result as `httpCall` does. */
export async function answerTo<E extends Route>(
  endpoint: E,
  path: string,
  content: Content | undefined,
  target: Target,
): Promise<Output<E>> {
  const { origin } = target
  const answer = await send(origin + path, { ...target, method: endpoint.method, content, maxBytes: maxAnswerBytes })
  if (answer.location !== undefined) throw redirected(origin, answer.location)
  const result = jsonIn(answer.text)
  if (answer.status < 200 || answer.status > 299) throw failureIn(origin, answer, result)
  if (typeof result !== 'object' || result === null || !isAnswerTo(endpoint, result))
    throw foreignAnswer(origin, answer)
  return result as Output<E>
}

/** The failure in an answer: that of Taskdeck, or that of a server in its place. */
function failureIn(origin: string, answer: HttpAnswer, result: unknown): Error {
  const { code, message } = (result ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && typeof message === 'string') return errorOf(answer.status, result)
  if (answer.status < 500) return foreignAnswer(origin, answer)
  return new CallError(answer.status, 'network', gatewayWords(origin, answer))
}

interface Sent extends Omit<Target, 'origin'> {
  method: string
  content: Content | undefined
  maxBytes: number
  /** Called with each part of the answer, which may take as long as it goes on then. */
  onChunk?: (chunk: Buffer) => void
}

async function send(url: string, sent: Sent): Promise<HttpAnswer> {
  const { method, headers, content, timeoutMs, signal, maxBytes, onChunk } = sent
  // Loading the code for https takes a while too.
  const request = url.startsWith('https:') ? (await import('node:https')).request : requestHttp
  const described = content ? { 'content-type': content.type, 'content-length': content.length } : {}
  return new Promise<HttpAnswer>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      end(() =>
        reject(
          error instanceof CallError
            ? error
            : (certificateError(url, error) ?? new CallError(0, 'network', unreachable)),
        ),
      )
    const outgoing = request(url, { method, headers: { ...headers, ...described } }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        silence.refresh()
        onChunk?.(chunk)
        chunks.push(chunk)
        size += chunk.length
        if (size > maxBytes) outgoing.destroy(new CallError(0, 'too_large', 'The answer of the server is too long.'))
      })
      response.on('error', fail)
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response
        const location = status >= 300 && status < 400 ? received.location : undefined
        end(() => resolve({ status, location, text: Buffer.concat(chunks).toString('utf8') }))
      })
    })
    const giveUp = () => outgoing.destroy(tooSlow(timeoutMs, method))
    const silence = setTimeout(giveUp, timeoutMs)
    let whole: NodeJS.Timeout | undefined
    let isOver = false
    const abort = () => outgoing.destroy()
    signal?.addEventListener('abort', abort)
    const end = (settle: () => void) => {
      isOver = true
      signal?.removeEventListener('abort', abort)
      clearTimeout(silence)
      clearTimeout(whole)
      settle()
    }
    outgoing.on('error', fail)
    write(outgoing, content, () => silence.refresh()).then(() => {
      if (!isOver && !onChunk) whole = setTimeout(giveUp, timeoutMs * maxTimeouts)
    }, fail)
  })
}

/** Writes the content of a request as fast as the server takes it. A large file may take long, as long as it goes on. */
async function write(outgoing: ClientRequest, content: Content | undefined, onTaken: () => void): Promise<void> {
  for await (const chunk of content?.bytes ?? []) {
    // An answer that came early has ended the request.
    if (outgoing.destroyed || outgoing.writableEnded) return
    if (!outgoing.write(chunk)) await once(outgoing, 'drain')
    onTaken()
  }
  outgoing.end()
}

function tooSlow(timeoutMs: number, method: string) {
  const seconds = Math.max(1, Math.round(timeoutMs / 1000))
  const outcome = method === 'GET' ? '' : ' The change may have been made: look before you repeat it.'
  return new CallError(0, 'timeout', `No answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.${outcome}`)
}

/** The value of a JSON text; undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The codes of https://nodejs.org/api/tls.html#x509-certificate-error-codes and that of a certificate for another name.
const certificateCodes = /CERT|SIGNED|CRL|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/

/** A certificate that is not accepted will not be accepted the next time either, and the user has to know about it. */
function certificateError(url: string, { code = '', message }: NodeJS.ErrnoException): CliError | undefined {
  if (!url.startsWith('https:') || !certificateCodes.test(code)) return undefined
  // Newer versions of Node add advice about their own options.
  const [reason = ''] = message.split(';')
  return new CliError(exitCodes.unreachable, `The certificate of ${new URL(url).origin} is not accepted: ${reason}.`, {
    advice: 'If it comes from an authority of your own, name its file: NODE_EXTRA_CA_CERTS=/path/to/authority.pem',
  })
}

export function redirected(origin: string, location: string) {
  const to = URL.canParse(location, origin) ? new URL(location, origin).origin : undefined
  if (to === undefined) return refused(`${origin} redirects to an address that cannot be read.`, 'Check the address.')
  return refused(`${origin} redirects to ${to}.`, `Sign in at that address: taskdeck login ${shellWord(to)}`)
}
