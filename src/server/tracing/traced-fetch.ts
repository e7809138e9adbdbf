import { inSpan } from './tracing.ts'
import { currentWork } from './work-context.ts'

interface Options {
  method: string
  headers: Record<string, string>
}

/** Calls another server as a span of the request that needs it, and names that span to the other server. */
export function tracedFetch<O extends Options>(url: string, options: O): Promise<Response> {
  const { method, headers } = options
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).host }
  return inSpan(currentWork()?.span, method, { kind: 'client', attributes }, (span) =>
    fetch(url, { ...(options as object), headers: span ? { ...headers, traceparent: span.traceparent } : headers }),
  )
}
