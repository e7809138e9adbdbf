import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../tracing/tracing.ts'
import { runFor, type WorkContext } from '../tracing/work-context.ts'
import { addressList } from './address-list.ts'
import { shownPath } from './logging.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `traceRequests` if the request is traced. */
    work: WorkContext | undefined
  }
}

/**
 * Records a span for each request, and runs its checks and its handler in the context of that span. A trusted proxy may name the trace
 * that the request belongs to; others could fill our collector. Live streams are not traced, because they last for hours, nor are the routes
 * that serve every host: supervisors ask them all the time, and would hide the requests of users.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, trustProxy: string[]) {
  const isProxy = addressList(trustProxy)

  function begin({ method, headers, raw, routeOptions }: FastifyRequest): Span | undefined {
    const sent = headers.traceparent
    const traceparent = typeof sent === 'string' && isProxy(raw.socket.remoteAddress ?? '') ? sent : undefined
    return tracing.begin(`${method} ${routeOptions.url ?? 'none'}`, { kind: 'server', traceparent })
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { isStream, anyHost } = request.routeOptions.config
    if (isStream || anyHost) return done()
    const span = begin(request)
    if (!span) return done()
    span.set({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'none',
      'url.path': shownPath(request),
      'url.scheme': request.protocol,
      'taskdeck.request_id': request.id,
    })
    request.work = { logFields: { reqId: request.id, traceId: span.traceId }, span }
    // Also if the client leaves before the response has been sent.
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode })
      span.end(reply.statusCode >= 500 ? new Error('failed') : undefined)
    })
    runFor(request.work, done)
  })
}
