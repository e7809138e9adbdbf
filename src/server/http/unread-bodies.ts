import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** How much of a body is read after the response was sent, so that a client that writes before it reads sees the response. */
const maxRemainderBytes = 256 * 1024
const maxLingerMs = 1_000

/**
 * A response that closes the connection if it is sent before the body of its request has arrived. Node would read the rest of the body for
 * as long as the client sends it. If the client continues to send, reading stops and the connection is closed after a delay.
 */
export function closingResponse(refusalDelayMs: number) {
  return class ClosingResponse extends ServerResponse<IncomingMessage> {
    override writeHead(
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      const { req } = this
      if (!req.complete && hasBody(req)) {
        this.shouldKeepAlive = false
        req.socket.destroySoon = () => closeWithRemainder(req, refusalDelayMs)
      }
      return typeof reason === 'string' ? super.writeHead(status, reason, headers) : super.writeHead(status, reason)
    }
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** Reads the remainder first, because destroying a socket with unread bytes resets the connection, and the client may lose the response. */
function closeWithRemainder(request: IncomingMessage, refusalDelayMs: number) {
  const { socket } = request
  const destroy = () => socket.destroy()
  let timer = setTimeout(destroy, maxLingerMs)
  let left = maxRemainderBytes
  const readNoMore = () => {
    socket.off('data', count)
    // Node resumes the connection when it drops the body.
    socket.on('resume', () => socket.pause())
    socket.pause()
    clearTimeout(timer)
    timer = setTimeout(destroy, refusalDelayMs)
  }
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) readNoMore()
  }
  socket.on('data', count)
  socket.once('close', () => clearTimeout(timer))
  // Not earlier, because a client that is still sending would immediately reconnect with the next endless body.
  request.once('close', () => socket.end())
  socket.resume()
}
