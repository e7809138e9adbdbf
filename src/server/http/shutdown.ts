import type { FastifyInstance } from 'fastify'

const lookEveryMs = 50

/** Closes idle connections while the server shuts down, instead of waiting for their timeouts. */
export function endConnectionsOnClose(app: FastifyInstance) {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    timer = setInterval(() => app.server.closeIdleConnections(), lookEveryMs)
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
