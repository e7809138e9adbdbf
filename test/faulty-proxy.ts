import { onTestFinished } from 'vitest'
import { tcpProxy } from './tcp-proxy.ts'

/** How a proxy treats the bytes to a server: it passes them on, swallows them, or refuses connections. */
type Mode = 'pass' | 'hang' | 'refuse'

/** A connection to a server that fails in the way and at the time that a test asks for. */
export async function faultyProxy(target: string) {
  let mode: Mode = 'pass'
  let fault: { afterBytes: number; mode: Mode } | undefined
  let lost: { request: RegExp; mode: Mode } | undefined
  let brokenAnswer: { afterBytes: number; mode: Mode } | undefined

  const { origin, cut, close } = await tcpProxy(target, (client, server) => {
    if (mode === 'refuse') return client.resetAndDestroy()
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
  onTestFinished(close)
  return {
    origin,
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
