import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers do not pipeline requests, and other clients send only a few ahead. */
const maxWaiting = 16

/**
 * Handles the requests of one connection one after another. Node dispatches all requests that arrive in one packet at once, which lets a
 * single connection start thousands of them. Beyond `maxWaiting`, reading stops and the connection is refused after a delay.
 */
export function oneAtATime(
  handle: RequestListener,
  refuse: (response: ServerResponse) => void,
  refusalDelayMs: number,
): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node assigns the socket to a response when all earlier responses have been sent.
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
      // Reading the body of a waiting request would resume the connection.
      socket.on('resume', () => socket.pause())
    }
    waiting.set(socket, Number.POSITIVE_INFINITY)
    socket.pause()
  }
}

/** Node parses the rest of a packet even if the connection is paused. Its parser stops only if a request is an upgrade. */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }) {
  const upgrade = 2
  if (socket.parser) socket.parser.onIncoming = () => upgrade
}
