import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is still read of a body after its request was answered, so that a client that writes before it reads sees the answer. */
const maxRemainderBytes = 256 * 1024
const maxLingerMs = 1_000

/**
 * A response that closes the connection if it is sent before the body of its request has arrived. Node would read the rest of the body
 * for as long as the client sends it.
 */
export class ClosingResponse extends ServerResponse<IncomingMessage> {
  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const { req } = this
    if (!req.complete && hasBody(req)) {
      this.shouldKeepAlive = false
      req.socket.destroySoon = () => closeWithRemainder(req.socket)
    }
    return typeof reason === 'string' ? super.writeHead(status, reason, headers) : super.writeHead(status, reason)
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** A socket that is destroyed with bytes unread resets the connection, and the client may lose the answer. */
function closeWithRemainder(socket: Socket) {
  let left = maxRemainderBytes
  const timer = setTimeout(() => socket.destroy(), maxLingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  socket.end()
  socket.resume()
}
