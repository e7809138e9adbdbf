import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port for a server whose address must be known before it starts. It is below the range that systems assign automatically, so that no other process takes it. */
export async function freePort(): Promise<string> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isFree ? String(port) : freePort()
}
