import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** How a proxy treats the bytes to a server: it passes them on, swallows them, or refuses connections. */
type Mode = 'pass' | 'hang' | 'refuse'

/** A connection to a server that fails in the way and at the time that a test asks for. */
export async function faultyProxy(target: string) {
  const { port, hostname } = new URL(target)
  const open = new Set<Socket>()
  let mode: Mode = 'pass'
  let fault: { afterBytes: number; mode: Mode } | undefined
  let lost: { request: RegExp; mode: Mode } | undefined
  let brokenAnswer: { afterBytes: number; mode: Mode } | undefined

  const cut = () => {
    for (const socket of open) socket.resetAndDestroy()
  }
  const proxy = createServer((client) => {
    if (mode === 'refuse') return client.resetAndDestroy()
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
      isLost = lost?.request.test(bytes.toString('latin1')) ?? false
      if (fault) fault.afterBytes -= bytes.length
      if (fault && fault.afterBytes < 0) {
        mode = fault.mode
        fault = undefined
        if (mode !== 'hang') return cut()
      }
      if (mode === 'pass') server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (isLost && lost) {
        mode = lost.mode
        lost = undefined
        return cut()
      }
      if (brokenAnswer) brokenAnswer.afterBytes -= bytes.length
      if (brokenAnswer && brokenAnswer.afterBytes < 0) {
        mode = brokenAnswer.mode
        brokenAnswer = undefined
        return cut()
      }
      if (mode === 'pass') client.write(bytes)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    cut()
  })
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Cuts all connections and treats new ones in another way. */
    become: (next: Mode) => {
      mode = next
      cut()
    },
    /** Cuts all connections in place of the answer to the next request that matches, and treats new ones in another way. */
    loseAnswerTo: (request: RegExp, next: Mode) => {
      lost = { request, mode: next }
    },
    /** Cuts all connections when this many more bytes of answers have arrived, and treats new ones in another way. */
    breakAnswerAfter: (afterBytes: number, next: Mode) => {
      brokenAnswer = { afterBytes, mode: next }
    },
    /** Cuts or stops all connections when this many more bytes have been sent, and treats new ones in another way. */
    failAfter: (afterBytes: number, next: Mode) => {
      fault = { afterBytes, mode: next }
    },
  }
}
