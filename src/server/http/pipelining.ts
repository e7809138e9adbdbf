import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers send no second request before the first is answered, and other clients only a few. */
const maxWaiting = 16

/**
 * Handles the requests of one connection one after the other. Node parses and dispatches all that arrive in one packet at once, which
 * lets a single connection start thousands of requests. Beyond `maxWaiting`, the connection is not read any further, and refused after
 * a delay.
 */
export function oneAtATime(
  handle: RequestListener,
  refuse: (response: ServerResponse) => void,
  refusalDelayMs: number,
): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node gives a response its socket when all responses before it have been sent.
    if (response.socket) return handle(request, response)
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    if (count <= maxWaiting) {
      waiting.set(socket, count)
      response.once('socket', () => {
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
        handle(request, response)
      })
      return
    }
    if (Number.isFinite(count)) {
      setTimeout(refuse, refusalDelayMs, response).unref()
      stopParsing(socket)
      // A request that waits resumes its connection when its body is read.
      socket.on('resume', () => socket.pause())
    }
    waiting.set(socket, Number.POSITIVE_INFINITY)
    socket.pause()
  }
}

/** Node parses the rest of a packet even when its connection is paused. Its parser stops where a request becomes an upgrade. */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }) {
  const upgrade = 2
  if (socket.parser) socket.parser.onIncoming = () => upgrade
}
