import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server. `join` passes the bytes on, or does not. If one end of a connection closes, so does the other. */
export async function tcpProxy(target: string, join: (client: Socket, server: Socket) => void) {
  const { port: targetPort, hostname } = new URL(target)
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(targetPort), hostname)
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    join(client, server)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** Resets all connections. */
    cut,
    close() {
      proxy.close()
      cut()
    },
  }
}
