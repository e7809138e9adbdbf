import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { sendError } from './errors.ts'
import { hasBody } from './unread-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route reads its body for as long as bytes keep arriving. */
    longBody?: boolean
  }
}

/** A client that sends a long body more slowly than this is cut off. */
const minUploadBytesPerSecond = 1_000

/**
 * Cuts off a client that has not sent its whole body in time, or, on routes with long bodies, sends it too slowly. Node's own requestTimeout
 * has only one value for all routes, but an upload may take longer than a form.
 */
export function cutSlowBodies(app: FastifyInstance, milliseconds: number) {
  const enough = (minUploadBytesPerSecond * milliseconds) / 1000
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (hasBody(raw) && !raw.complete) {
      let before = raw.socket.bytesRead
      const timer = setInterval(() => {
        // A response that has begun closes the connection when it ends.
        if (raw.complete || reply.sent || reply.raw.headersSent) return
        const arrived = raw.socket.bytesRead - before
        before = raw.socket.bytesRead
        if (request.routeOptions.config.longBody && arrived >= enough) return
        sendError(reply.header('connection', 'close'), new AppError('timeout', 'The request took too long to arrive.'))
        reply.raw.once('close', () => raw.destroy())
      }, milliseconds)
      raw.once('close', () => clearInterval(timer))
      raw.once('end', () => clearInterval(timer))
    }
    done()
  })
}

/**
 * Cuts off a client that does not read its response, or from which nothing arrives. While the server itself works on a request that has
 * arrived, however long that takes, the client only waits and keeps its connection.
 */
export function cutSlowReaders(server: Server, milliseconds: number) {
  const connections = new WeakMap<Socket, Connection>()
  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = { last: undefined, isPatient: false }
    connections.set(socket, connection)
    return connection
  }
  const begin = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(socket)
    connection.last = response
    connection.isPatient = false
  }
  server.on('request', begin)
  server.on('checkContinue', begin)
  // Half of the time, because Node waits for two timeouts before it considers a writing socket idle.
  server.setTimeout(milliseconds / 2, (socket: Socket) => {
    const connection = connectionOf(socket)
    if (socket.writableLength) return socket.destroy()
    if (isWorkingOn(connection)) return socket.setTimeout(milliseconds / 2)
    if (connection.isPatient) return socket.destroy()
    connection.isPatient = true
    socket.setTimeout(milliseconds)
  })
}

interface Connection {
  /** The response to the last request. */
  last: ServerResponse | undefined
  /** Whether a timeout has passed since the last request. */
  isPatient: boolean
}

/** Responses are sent in order: if one of them is missing, so is the last. */
const isWorkingOn = ({ last }: Connection) => last?.req.complete === true && !last.writableEnded
