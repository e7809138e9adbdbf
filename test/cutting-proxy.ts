import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to a server that can be lost: closed as it is when `cut` is called, or by the first response after `loseNextAnswer`. */
export async function cuttingProxy(target: string) {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  let isLost = false
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
    client.pipe(server)
    server.on('data', (bytes) => {
      if (isLost) client.destroy()
      else client.write(bytes)
      isLost = false
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => {
    proxy.close()
    cut()
  })
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut,
    loseNextAnswer: () => {
      isLost = true
    },
  }
}
