import type { Input, Output, Route } from './endpoint.ts'
import { type ErrorBody, type ErrorCode, errorStatus } from './errors.ts'
import { noteServerTime } from './server-clock.ts'

/** A failed call. The code is `network` if no response arrived, or one that did not come from Taskdeck. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly body: unknown

  constructor(status: number, code: ErrorCode | 'network', message: string, body?: unknown) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.body = body
  }
}

const retryable = new Set<CallError['code']>(['network', 'timeout', 'too_many_requests', 'internal', 'unavailable'])

/** Whether a retry of the same call may succeed. */
export const isTemporary = (error: unknown) => error instanceof CallError && retryable.has(error.code)

interface CallOptions {
  /** The origin of the server, if it differs from that of the page. */
  origin?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Gives up if nothing arrives for this long. A large response may take longer, as long as data keeps arriving. */
  maxSilenceMs?: number
  /** Whether a redirect is a failure. For a program whose token is meant for one server. */
  redirect?: 'error'
}

const defaultMaxSilenceMs = 30_000

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

type Arguments<E> =
  Record<string, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]

/** Calls an endpoint and returns its result. Throws a CallError. */
export async function call<E extends Route>(endpoint: E, ...args: Arguments<E>): Promise<Output<E>> {
  return resultOf(await request(endpoint, args))
}

/** A result with its ETag. */
export interface Tagged<T> {
  tag: string | null
  body: T
}

/** Calls an endpoint whose results have ETags. Returns the known result if it has not changed. */
export async function callUnlessSame<E extends Route>(
  endpoint: E,
  known: Tagged<Output<E>> | undefined,
  ...[input, options = {}]: Arguments<E>
): Promise<Tagged<Output<E>>> {
  const headers = { ...options.headers, ...(known?.tag ? { 'if-none-match': known.tag } : {}) }
  const answer = await request(endpoint, [input, { ...options, headers }] as Arguments<E>)
  if (known && answer.status === 304) return known
  return { tag: answer.headers.get('etag'), body: await resultOf(answer) }
}

/** Calls an endpoint that responds with a file, and returns its bytes. */
export async function callForBytes<E extends Route>(endpoint: E, ...args: Arguments<E>): Promise<Blob> {
  const answer = await request(endpoint, args)
  if (answer.status !== endpoint.status) throw errorOf(answer.status, await jsonOf(answer.bytes))
  return answer.bytes
}

interface Answer {
  status: number
  headers: Headers
  bytes: Blob
}

async function request<E extends Route>(endpoint: E, [input, options = {}]: Arguments<E>): Promise<Answer> {
  const { params, query, body } = (input ?? {}) as AnyInput
  const { origin = '', headers = {}, ...rest } = options
  return send(origin + pathOf(endpoint.path, params, query), {
    method: endpoint.method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...rest,
  })
}

async function jsonOf(bytes: Blob): Promise<unknown> {
  try {
    return JSON.parse(await bytes.text())
  } catch {
    return undefined
  }
}

async function resultOf<T>({ status, bytes }: Answer): Promise<T> {
  const answer = await jsonOf(bytes)
  if (status < 200 || status > 299) throw errorOf(status, answer)
  // Taskdeck always responds with an object, unlike the sign-in page of a public network.
  if (typeof answer !== 'object' || answer === null) throw new CallError(0, 'network', notTaskdeck)
  return answer as T
}

export const unreachable = 'The server cannot be reached. Check your connection and try again.'
export const notTaskdeck = 'The response did not come from Taskdeck. Check your connection and try again.'

const gatewayFailures = new Set([502, 503, 504])

/**
 * The error for a failed response. A code is accepted only together with its own status, so that only Taskdeck itself can report
 * `not_signed_in`: a 401 of a proxy does not mean that the user is signed out here.
 */
export function errorOf(status: number, answer: unknown): CallError {
  const { message, code } = (answer ?? {}) as Partial<ErrorBody>
  if (code && message && errorStatus[code] === status) return new CallError(status, code, message, answer)
  if (gatewayFailures.has(status)) return new CallError(status, 'network', unreachable)
  return new CallError(status, 'internal', message ?? 'The server gave no reason.', answer)
}

type Sent = RequestInit & Pick<CallOptions, 'maxSilenceMs'>

async function send(url: string, { maxSilenceMs = defaultMaxSilenceMs, signal, ...init }: Sent): Promise<Answer> {
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  let timer = setTimeout(giveUp, maxSilenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, maxSilenceMs)
  }
  try {
    const response = await fetch(url, {
      credentials: 'same-origin',
      ...init,
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    noteServerTime(response.headers.get('date'))
    return { status: response.status, headers: response.headers, bytes: await bytesOf(response, heard) }
  } catch (error) {
    // Cancelled by the caller, which is not a failure.
    if (signal?.aborted) throw error
    throw new CallError(0, 'network', silence.signal.aborted ? noAnswer(init.method) : unreachable)
  } finally {
    clearTimeout(timer)
  }
}

async function bytesOf({ body }: Response, heard: () => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  for (;;) {
    heard()
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return new Blob(chunks)
    chunks.push(chunk.value)
  }
}

const noAnswer = (method = 'GET') =>
  method === 'GET'
    ? 'The server did not respond in time. Please try again.'
    : 'The server did not respond in time. Check whether your change was saved before you try again.'

/** Fills in the `:names` of a path and appends the query. */
export function pathOf(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return search ? `${filled}?${search}` : filled
}
