import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to a server that can be lost: closed when `cut` is called, or in place of the response to the first POST after `loseNextAnswer`. */
export async function cuttingProxy(target: string) {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  let isNextLost = false
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
    let isLost = false
    client.on('data', (bytes) => {
      isLost ||= isNextLost && bytes.toString('latin1').startsWith('POST ')
      if (isLost) isNextLost = false
      server.write(bytes)
    })
    server.on('data', (bytes) => (isLost ? client.destroy() : client.write(bytes)))
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
      isNextLost = true
    },
  }
}
