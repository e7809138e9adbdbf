import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

/** The keys of a browser, which decrypts by the steps of RFC 8188 and 8291, without the code under test. */
export function freshSubscription() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const secret = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: secret.toString('base64url') },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + body.readUInt8(20))
      const records = body.subarray(21 + sender.length)
      const combined = hmac(secret, ecdh.computeSecret(sender))
      const input = hmac(combined, 'WebPush: info\0', publicKey, sender, Buffer.of(1))
      const random = hmac(salt, input)
      const key = hmac(random, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16)
      const nonce = hmac(random, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(records.subarray(-16))
      const padded = Buffer.concat([decipher.update(records.subarray(0, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A push service, and a server for notifications, on this machine. It answers with `status`, or hangs up after it has read a message. */
export async function pushService() {
  const received: Received[] = []
  const state: { status: number | 'hang up' } = { status: 201 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
    if (state.status === 'hang up') request.socket.destroy()
    else response.writeHead(state.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { received, state, close, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
