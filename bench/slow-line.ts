import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Line {
  bitsPerSecond: number
  roundTripMs: number
}

/** How much of each direction may be under way before the sender has to wait. */
const maxQueuedBytes = 256 * 1024

/** A TCP proxy in front of a server that delivers bytes as late as a slow line would. All connections share the line. */
export async function slowLine(target: string, { bitsPerSecond, roundTripMs }: Line) {
  const { hostname, port } = new URL(target)
  const direction = () => delayedPipe(bitsPerSecond / 8_000, roundTripMs / 2)
  const [up, down] = [direction(), direction()]
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    up(client, server)
    down(server, client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => proxy.close(),
  }
}

/** One direction of the line. A piece leaves when all earlier ones have left, and arrives after the delay. */
function delayedPipe(bytesPerMs: number, delayMs: number) {
  let freeAt = 0
  return (from: Socket, to: Socket) => {
    let queued = 0
    from.on('data', (bytes) => {
      freeAt = Math.max(performance.now(), freeAt) + bytes.length / bytesPerMs
      queued += bytes.length
      if (queued > maxQueuedBytes) from.pause()
      setTimeout(
        () => {
          queued -= bytes.length
          if (queued <= maxQueuedBytes) from.resume()
          to.write(bytes)
        },
        freeAt + delayMs - performance.now(),
      )
    })
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
}
