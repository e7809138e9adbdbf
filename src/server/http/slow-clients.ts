import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { sendError } from './errors.ts'
import { hasBody } from './unread-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route reads its body for as long as bytes keep coming. */
    longBody?: boolean
  }
}

/** Bytes a second, below which a long body does not come but dawdles. */
const slowestUpload = 1_000

/**
 * Cuts off a client that has not sent its whole body in time, or, where bodies may be long, hardly a part of it. Node's own requestTimeout
 * would do, but holds for every route of a server alike, and an upload may rightly take longer than a form.
 */
export function cutSlowBodies(app: FastifyInstance, milliseconds: number) {
  const enough = (slowestUpload * milliseconds) / 1000
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (hasBody(raw) && !raw.complete) {
      let before = raw.socket.bytesRead
      const timer = setInterval(() => {
        if (raw.complete || reply.sent) return
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

/** Cuts off a client that does not read its answer. Where nothing is left to read, the server itself is slow, and has as long again. */
export function cutSlowReaders(server: Server, milliseconds: number) {
  const patient = new WeakSet<Socket>()
  // Half of it, since Node looks twice before it takes a writing socket for a silent one.
  server.setTimeout(milliseconds / 2, (socket: Socket) => {
    if (socket.writableLength || patient.has(socket)) return socket.destroy()
    patient.add(socket)
    socket.setTimeout(milliseconds)
  })
}
