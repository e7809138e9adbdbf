import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { type AgeKey, publicKeyOf } from './keys.ts'

/** The bytes are not what somebody encrypted to this key. The message completes the sentence "NAME …". */
export class NotDecrypted extends Error {}

const version = 'age-encryption.org/v1'
export const fileKeyBytes = 16
const tagBytes = 16
const shareBytes = 32
/** Enough for many recipients; a longer one is not a header. */
export const maxHeaderBytes = 16 * 1024

export const derived = (key: Uint8Array, salt: Uint8Array, info: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32))
const encoded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const nonce = Buffer.alloc(12)
const macOf = (fileKey: Buffer, head: string) =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(head)
    .digest()

/** The key that wraps a file key, from both public parts and the secret that they share. */
const wrapping = (secret: Buffer, share: Buffer, recipient: Buffer) =>
  derived(secret, Buffer.concat([share, recipient]), `${version}/X25519`)

/** The header of an encrypted file, which hands the file key to one recipient. */
export function headerFor({ publicKey, publicBytes }: AgeKey, fileKey: Buffer): Buffer {
  const own = generateKeyPairSync('x25519')
  const share = Buffer.from(String(own.publicKey.export({ format: 'jwk' }).x), 'base64url')
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey })
  const cipher = createCipheriv('chacha20-poly1305', wrapping(secret, share, publicBytes), nonce, {
    authTagLength: tagBytes,
  })
  const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
  const head = `${version}\n-> X25519 ${encoded(share)}\n${encoded(body)}\n---`
  return Buffer.from(`${head} ${encoded(macOf(fileKey, head))}\n`)
}

const form =
  /^(age-encryption\.org\/v1\n(?:-> [\x21-\x7e]+(?: [\x21-\x7e]+)*\n(?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/]{0,63}\n)+---) ([A-Za-z0-9+/]{43})\n$/
const stanza = /^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})$/gm

/** Finds the file key in a header. Throws NotDecrypted if it was encrypted to another key, or changed. */
export function fileKeyIn(header: string, { secretKey, publicBytes }: AgeKey & { secretKey: KeyObject }): Buffer {
  const [, head, mac = ''] = form.exec(header) ?? []
  if (head === undefined) throw new NotDecrypted('is not encrypted in the format of age')
  for (const [, share = '', body = ''] of head.matchAll(stanza)) {
    const fileKey = unwrapped(Buffer.from(share, 'base64'), Buffer.from(body, 'base64'), secretKey, publicBytes)
    if (!fileKey) continue
    if (timingSafeEqual(macOf(fileKey, head), Buffer.from(mac, 'base64'))) return fileKey
    throw new NotDecrypted('was changed: its header does not have its checksum')
  }
  throw new NotDecrypted('was encrypted with another key')
}

function unwrapped(share: Buffer, body: Buffer, privateKey: KeyObject, recipient: Buffer): Buffer | undefined {
  if (share.length !== shareBytes || body.length !== fileKeyBytes + tagBytes) return undefined
  try {
    const secret = diffieHellman({ privateKey, publicKey: publicKeyOf(share) })
    const decipher = createDecipheriv('chacha20-poly1305', wrapping(secret, share, recipient), nonce, {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(body.subarray(fileKeyBytes))
    return Buffer.concat([decipher.update(body.subarray(0, fileKeyBytes)), decipher.final()])
  } catch {
    return undefined
  }
}
