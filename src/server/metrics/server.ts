import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { metricsAccess } from './access.ts'
import { contentType } from './exposition.ts'
import type { MetricRegistry } from './registry.ts'

interface Settings {
  port: number
  host: string
  token: string | undefined
  onError: (error: unknown) => void
}

const maxConnections = 50

/** Serves the metrics on a port of their own, so that a busy or closed main port does not hide them. Rejects if the port cannot be used. */
export async function serveMetrics(registry: MetricRegistry, { port, host, token, onError }: Settings) {
  const server = createServer(
    { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 },
    answer(registry, metricsAccess(token), onError),
  )
  server.maxConnections = maxConnections
  server.listen(port, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => close(server) }
}

function answer(
  registry: MetricRegistry,
  mayRead: ReturnType<typeof metricsAccess>,
  onError: Settings['onError'],
): RequestListener {
  return (request, response) => {
    const say = (status: number, text: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text)
    if (!mayRead(request.headers.authorization)) {
      return say(401, 'Send the token of METRICS_TOKEN as a bearer token.\n', { 'www-authenticate': 'Bearer' })
    }
    if (request.url?.split('?', 1)[0] !== '/metrics') return say(404, 'The metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Use GET.\n', { allow: 'GET, HEAD' })
    registry.text().then(
      (text) => say(200, text, { 'content-type': contentType }),
      (error) => {
        onError(error)
        say(500, 'The metrics could not be read.\n')
      },
    )
  }
}

function close(server: Server) {
  server.closeAllConnections()
  return new Promise<void>((resolve) => server.close(() => resolve()))
}
