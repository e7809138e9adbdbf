import type { FastifyInstance } from 'fastify'

/** While the server closes, a connection ends with the answer it was busy with, instead of idling until its time is up. */
export function endConnectionsOnClose(app: FastifyInstance) {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (closing) request.raw.socket.end()
    done()
  })
}
