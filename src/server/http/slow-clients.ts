import type { FastifyInstance } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { sendError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route reads its body for as long as bytes keep coming. */
    longBody?: boolean
  }
}

/**
 * Cuts off a client that has not sent its whole body in time. Node's own requestTimeout would do, but holds for every
 * route of a server alike, and an upload may rightly take longer than a form.
 */
export function cutSlowBodies(app: FastifyInstance, milliseconds: number) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !raw.complete && !request.routeOptions.config.longBody) {
      const timer = setTimeout(() => {
        if (raw.complete || reply.sent) return
        sendError(reply.header('connection', 'close'), new AppError('timeout', 'The request took too long to arrive.'))
        reply.raw.once('close', () => raw.destroy())
      }, milliseconds)
      raw.once('close', () => clearTimeout(timer))
      raw.once('end', () => clearTimeout(timer))
    }
    done()
  })
}
