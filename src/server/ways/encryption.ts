import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription, in base64url as browsers send them. */
export interface Recipient {
  p256dh: string
  auth: string
}

/** Chosen anew for every message; given in tests only. */
interface Chosen {
  salt?: Buffer
  privateKey?: Buffer
}

const recordSize = 4_096
const curve = 'prime256v1'

/** Whether a message can be encrypted for this key: an uncompressed point of the curve. */
export function isPublicKey(text: string): boolean {
  const point = Buffer.from(text, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, curve)
    return true
  } catch {
    return false
  }
}

/** Encrypts a message for one browser (RFC 8291), so that its push service cannot read it. The result has the content coding `aes128gcm`. */
export function encrypted(text: string, { p256dh, auth }: Recipient, chosen: Chosen = {}): Buffer {
  const { salt = randomBytes(16), privateKey } = chosen
  const receiver = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH(curve)
  if (privateKey) ecdh.setPrivateKey(privateKey)
  else ecdh.generateKeys()
  const sender = ecdh.getPublicKey()
  const derive = (key: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const input = derive(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  // The byte 2 ends the last record.
  const content = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, Buffer.of(sender.length), sender, ...content])
}
