import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens on a host and port; for `localhost` on all its addresses (127.0.0.1 and ::1). Connections to the other addresses are passed
 * to the same HTTP server, so that its limits apply to them and none is cut off when it closes.
 */
export async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<AddressInfo> {
  const further: Server[] = []
  let closing: Promise<unknown> | undefined
  app.addHook('preClose', (done) => {
    closing = Promise.all(further.map(close))
    done()
  })
  app.addHook('onClose', async () => void (await closing))
  await app.listen({ port, host })
  const main = app.server.address() as AddressInfo
  if (host !== 'localhost') return main
  for (const { address } of await lookup(host, { all: true })) {
    if (address === main.address) continue
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      app.server.emit('connection', socket)
    })
    server.listen({ port: main.port, host: address })
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (isListening) further.push(server)
  }
  return main
}

function close(server: Server) {
  return new Promise<void>((resolve) => server.close(() => resolve()))
}
