import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import type { Config } from '../settings/config.ts'
import { limitConnections } from './connections.ts'
import { oneAtATime } from './pipelining.ts'
import type { Refusals } from './refusals.ts'
import { cutSlowReaders } from './slow-clients.ts'
import { closingResponse } from './unread-bodies.ts'

type Settings = Pick<Config, 'requestTimeoutMs' | 'refusalDelayMs' | 'trustProxy' | 'maxAddressConnections'>

/** Creates the HTTP server for Fastify, with the limits that apply to connections rather than requests. */
export function serverFactory(config: Settings, refusals: Refusals) {
  return (handle: RequestListener): Server => {
    const server = createServer({
      ServerResponse: closingResponse(config.refusalDelayMs),
      headersTimeout: Math.min(config.requestTimeoutMs, 30_000),
      connectionsCheckingInterval: 1_000,
      // The time limit for a body depends on the route: see slow-clients.ts.
      requestTimeout: 0,
      keepAliveTimeout: 65_000,
      // Our own check responds with the usual headers: see hosts.ts.
      requireHostHeader: false,
    })
    const listener = oneAtATime(
      (request, response) => {
        if (!request.url?.startsWith('/')) toOriginForm(request)
        handle(request, response)
      },
      (response) => refusals.respond(response, tooManyPipelined()),
      config.refusalDelayMs,
    )
    server.on('request', listener)
    // `continueBodies` asks for the body later, because many requests are refused without it.
    server.on('checkContinue', listener)
    server.on('checkExpectation', (_request, response) => refusals.respond(response, unknownExpectation()))
    cutSlowReaders(server, config.requestTimeoutMs)
    const limits = { maxPerAddress: config.maxAddressConnections, proxies: config.trustProxy }
    limitConnections(server, limits, (socket) => refusals.write(socket, tooManyConnections()))
    return server
  }
}

/** Asks a client that waits for `100 Continue` to send its body, once the request has passed every check that needs none. */
export function continueBodies(app: FastifyInstance) {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect !== undefined && request.raw.httpVersion === '1.1') reply.raw.writeContinue()
    done(null, payload)
  })
}

/** `GET http://host/path` is as valid as `GET /path`, and its host takes precedence over the header (RFC 9112, 3.2.2). */
function toOriginForm(request: IncomingMessage) {
  const target = URL.parse(request.url ?? '')
  if (!target || !/^https?:$/.test(target.protocol)) return
  request.url = target.pathname + target.search
  request.headers.host = target.host
}

function tooManyPipelined() {
  return new AppError(
    'too_many_requests',
    'Too many requests at once on one connection. Wait for the first responses.',
    {
      retryAfter: 1,
    },
  )
}

function tooManyConnections() {
  return new AppError('too_many_requests', 'Too many connections from your address. Close some of them.', {
    retryAfter: 5,
  })
}

function unknownExpectation() {
  return new AppError('expectation_failed', 'The server supports no expectation other than 100-continue.')
}
