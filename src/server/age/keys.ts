import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { bech32, fromBech32 } from './bech32.ts'

const identityPrefix = 'age-secret-key-'
const recipientPrefix = 'age'
const keyBytes = 32

/** A key of age with X25519. Everybody who has the public part can encrypt; only the secret part decrypts. */
export interface AgeKey {
  /** Names the key in the names of files, without telling anything about it. */
  id: string
  recipient: string
  publicBytes: Buffer
  publicKey: KeyObject
  /** Absent if only the public part is known. */
  secretKey: KeyObject | undefined
}

const rawOf = (key: KeyObject) => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url')

/** Makes the key of another party from its bytes. */
export const publicKeyOf = (bytes: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: Buffer.from(bytes).toString('base64url') },
    format: 'jwk',
  })

/** Reads `AGE-SECRET-KEY-1…` or `age1…`, also as `age-keygen` writes it. Throws an Error that completes a sentence about the setting. */
export function ageKey(given: string): AgeKey {
  const text = given.replace(/^#.*$/gm, '').trim()
  const secret = fromBech32(identityPrefix, text.startsWith('AGE-') ? text.toLowerCase() : '')
  if (secret?.length === keyBytes) {
    // The key of PKCS #8 needs no public part.
    const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), secret])
    return keyOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  }
  const bytes = fromBech32(recipientPrefix, text)
  if (bytes?.length === keyBytes) return keyOf(publicKeyOf(bytes))
  throw new Error('must be a key of age: AGE-SECRET-KEY-1…, or age1… if this server shall only write backups')
}

function keyOf(key: KeyObject): AgeKey {
  const secretKey = key.type === 'private' ? key : undefined
  const publicKey = secretKey ? createPublicKey(secretKey) : key
  const publicBytes = rawOf(publicKey)
  const recipient = bech32(recipientPrefix, publicBytes)
  const id = createHash('sha256').update(recipient).digest('hex').slice(0, 8)
  return { id, recipient, publicBytes, publicKey, secretKey }
}

/** Makes a key, in the form in which age writes it. */
export function newAgeKey(): { secret: string; recipient: string } {
  const { privateKey } = generateKeyPairSync('x25519')
  const bytes = Buffer.from(String(privateKey.export({ format: 'jwk' }).d), 'base64url')
  return { secret: bech32(identityPrefix, bytes).toUpperCase(), recipient: keyOf(privateKey).recipient }
}
