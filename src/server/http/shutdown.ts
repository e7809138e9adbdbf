import type { FastifyInstance } from 'fastify'

const lookEveryMs = 50

/** While the server closes, a connection ends as soon as it has nothing to do, instead of idling until its time is up. */
export function endConnectionsOnClose(app: FastifyInstance) {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    timer = setInterval(() => app.server.closeIdleConnections(), lookEveryMs)
    done()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
