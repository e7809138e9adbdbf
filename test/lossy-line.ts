import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to a server that can be lost: closed when `cut` is called, or in place of the next response after `loseNextAnswer`, which may
 * also leave it open and silent.
 */
export async function lossyLine(target: string) {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  let next: { to: RegExp; how: 'cut' | 'silent' } | undefined
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    let lost: typeof next
    client.on('data', (bytes) => {
      if (!lost && next?.to.test(bytes.toString('latin1'))) {
        lost = next
        next = undefined
      }
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (!lost) client.write(bytes)
      else if (lost.how === 'cut') client.destroy()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const { port: own } = proxy.address() as AddressInfo
  return {
    port: own,
    origin: `http://127.0.0.1:${own}`,
    cut,
    /** Loses the response to the next request that matches `to`. */
    loseNextAnswer: (to = /^POST /, how: 'cut' | 'silent' = 'cut') => {
      next = { to, how }
    },
    close() {
      proxy.close()
      cut()
    },
  }
}
