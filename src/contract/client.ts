import type { Input, Output, Route } from './endpoint.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'

/** A call that failed: what the server answered, or `network` when it did not answer at all. */
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

interface CallOptions {
  /** Where the server is, when it is not the page's own origin. */
  origin?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

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
  return answerOf(await request(endpoint, args))
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
  const response = await request(endpoint, [input, { ...options, headers }] as Arguments<E>)
  if (known && response.status === 304) return known
  return { tag: response.headers.get('etag'), body: await answerOf(response) }
}

async function request<E extends Route>(endpoint: E, [input, options = {}]: Arguments<E>): Promise<Response> {
  const { params, query, body } = (input ?? {}) as AnyInput
  const { origin = '', headers = {}, signal } = options
  return send(origin + pathOf(endpoint.path, params, query), {
    method: endpoint.method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

async function answerOf<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch((error: Error) => {
    // Whoever took the question back wants no answer, least of all an empty one.
    if (error.name === 'AbortError') throw error
    if (response.ok) throw new CallError(0, 'network', 'The connection broke off. Please try again.')
  })
  if (response.ok) return answer as T
  const { message, code } = (answer ?? {}) as Partial<ErrorBody>
  throw new CallError(response.status, code ?? 'internal', message ?? 'The server gave no reason.', answer)
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new CallError(0, 'network', 'The server cannot be reached. Check your connection and try again.')
  }
}

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
