import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The behaviour of a proxy instead of forwarding a request. */
export type Fault = 502 | 503 | 504 | 'hang' | 'drop' | 'captive portal' | 'a sign-in of its own' | 'reads only'

/** A response of the proxy itself for a path, in place of the server's. */
export type Override = (path: string) => { status: number; type: string; body: string } | undefined

const html = { 'content-type': 'text/html' }

/** The answer of a server whose database has no primary. */
const readsOnly = { message: 'Nothing was changed.', code: 'unavailable', readsOnly: true }

function fail(fault: Exclude<Fault, 'hang' | 'drop'>, response: ServerResponse) {
  if (fault === 'captive portal') return response.writeHead(200, html).end('<h1>Welcome to our network</h1>')
  if (fault === 'a sign-in of its own') return response.writeHead(401, html).end('<h1>Who are you?</h1>')
  if (fault === 'reads only') {
    return response
      .writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' })
      .end(JSON.stringify(readsOnly))
  }
  return response.writeHead(fault, html).end(`<h1>${fault}</h1>`)
}

/**
 * A reverse proxy in front of Taskdeck. A fault affects API requests and not the files of the web app, which an open
 * browser has already loaded. It also cuts all requests in progress, as a restart does. If the server is gone, the
 * proxy responds with 502.
 */
export async function startProxy(target: () => string, override: Override = () => undefined) {
  let fault: Fault | undefined
  const faulty = new Set<() => void>()
  const hanging = new Set<ServerResponse>()
  const proxy = createServer((incoming, response) => {
    const own = override(incoming.url ?? '')
    if (own) return response.writeHead(own.status, { 'content-type': own.type }).end(own.body)
    if (!fault || incoming.url?.startsWith('/taskdeck/')) return pass(incoming, response)
    if (fault === 'reads only' && incoming.method === 'GET') return pass(incoming, response)
    for (const told of faulty) told()
    if (fault === 'drop') response.destroy()
    else if (fault === 'hang') hanging.add(response)
    else fail(fault, response)
  })

  function pass(incoming: IncomingMessage, response: ServerResponse) {
    const { method, headers, url } = incoming
    const outgoing = forward(target() + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => (response.headersSent ? response.destroy() : fail(502, response)))
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Starts a fault, until `recover`. */
    fail: (next: Fault) => {
      fault = next
      proxy.closeAllConnections()
    },
    recover: () => {
      fault = undefined
      for (const response of hanging) response.destroy()
    },
    /** Resolves when `count` more requests have met the fault. */
    failed: (count: number) =>
      new Promise<void>((resolve) => {
        const told = () => {
          count--
          if (count > 0) return
          faulty.delete(told)
          resolve()
        }
        faulty.add(told)
      }),
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
