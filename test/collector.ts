import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Value {
  stringValue?: string
  intValue?: number | string
  boolValue?: boolean
}

interface RawSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}

interface Body {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: RawSpan[] }[]
  }[]
}

/** A collector of OpenTelemetry that receives traces over HTTP as JSON. */
export async function collector() {
  const bodies: Body[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
    bodies.push((await json(request)) as Body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const resources = () => bodies.flatMap(({ resourceSpans }) => resourceSpans)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that was received. */
    text: () => JSON.stringify(bodies),
    resource: () => plain(resources()[0]?.resource.attributes ?? []),
    spans: () =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...span }) => ({ ...span, attributes: plain(attributes) })),
  }
}

const plain = (attributes: { key: string; value: Value }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))
