import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { fileCalls } from '../../contract/calls/files.ts'
import { errorOf, pathOf } from '../../contract/client.ts'
import type { Input, Output, Route } from '../../contract/endpoint.ts'

const inner = new AsyncLocalStorage<true>()

/**
 * Whether this request is one that the server makes to itself for another request. It takes no place of its own in the limits, because the
 * other request has one and waits for it: with every place taken by such requests, none would ever finish.
 */
export const isInnerCall = (): boolean => inner.getStore() === true

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/** Calls endpoints as the caller of a request, through every check that a request from outside passes. Throws a CallError. */
export function innerCalls(app: FastifyInstance, { headers, host, ip }: FastifyRequest) {
  const own = {
    host,
    ...(headers.authorization ? { authorization: headers.authorization } : {}),
    ...(headers['user-agent'] ? { 'user-agent': headers['user-agent'] } : {}),
  }
  async function send<E extends Route>(endpoint: E, url: string, { headers, ...options }: InjectOptions) {
    const request = { method: endpoint.method, url, remoteAddress: ip, ...options, headers: { ...own, ...headers } }
    // It begins when it is awaited, which must happen inside.
    const { statusCode, payload } = await inner.run(true, async () => await app.inject(request))
    const answer: unknown = JSON.parse(payload)
    if (statusCode !== endpoint.status) throw errorOf(statusCode, answer)
    return answer as Output<E>
  }
  return {
    call<E extends Route>(endpoint: E, input: Input<E>, { version }: { version?: number | undefined } = {}) {
      const { params, query, body } = input as AnyInput
      return send(endpoint, pathOf(endpoint.path, params, query), {
        headers: version === undefined ? {} : { 'if-match': `"${version}"` },
        ...(body === undefined ? {} : { payload: body as object }),
      })
    },
    async attach(task: string, { name, text }: { name: string; text: string }) {
      const form = new FormData()
      form.set('file', new File([text], name, { type: 'text/plain' }))
      const encoded = new Response(form)
      return send(fileCalls.upload, pathOf(fileCalls.upload.path, { id: task }), {
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
    },
  }
}
