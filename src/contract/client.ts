import type { Input, Output, Route } from './endpoint.ts'
import { type ErrorBody, type ErrorCode, errorStatus } from './errors.ts'

/** A failed call: what Taskdeck answered, or `network` when the answer did not come from Taskdeck or did not come at all. */
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

/** Whether the same call may succeed later, although neither the user nor the page changes anything. */
export const isTemporary = (error: unknown) => error instanceof CallError && retryable.has(error.code)

interface CallOptions {
  /** Where the server is, when it is not the page's own origin. */
  origin?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Gives up when nothing arrives for this long. A large answer may take longer, as long as it keeps coming. */
  maxSilenceMs?: number
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

/** Calls an endpoint with what it takes; answers what it gives, or throws a CallError. */
export async function call<E extends Route>(endpoint: E, ...args: Arguments<E>): Promise<Output<E>> {
  return resultOf(await request(endpoint, args))
}

/** An answer, and the tag by which the server knows whether it is still the same. */
export interface Tagged<T> {
  tag: string | null
  body: T
}

/** Calls an endpoint whose answers have tags; what is known already and has not changed is not sent again. */
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

/** Calls an endpoint that answers a file, and returns its bytes. */
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
  // Taskdeck answers with an object, always; the sign-in page of a hotel's network does not.
  if (typeof answer !== 'object' || answer === null) throw new CallError(0, 'network', notTaskdeck)
  return answer as T
}

export const unreachable = 'The server cannot be reached. Check your connection and try again.'
export const notTaskdeck = 'The answer did not come from Taskdeck. Check your connection and try again.'

const gatewayFailures = new Set([502, 503, 504])

/**
 * The error that a refusal stands for. A code counts only together with its own status, so that nothing but Taskdeck itself can say
 * `not_signed_in`: a proxy that answers 401 does not know who is signed in here.
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
    return { status: response.status, headers: response.headers, bytes: await bytesOf(response, heard) }
  } catch (error) {
    // A call that its caller has cancelled has not failed.
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
    const part = await reader?.read()
    if (!part || part.done) return new Blob(chunks)
    chunks.push(part.value)
  }
}

const noAnswer = (method = 'GET') =>
  method === 'GET'
    ? 'The server did not answer in time. Please try again.'
    : 'The server did not answer in time. Check whether that worked before you try again.'

/** The path with its `:names` filled in, and the query behind it. */
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
