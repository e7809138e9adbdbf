import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect } from 'vitest'
import type { Browser } from './browser.ts'

/** The changes that a test makes in the answer of an authenticator, to play an attacker or a broken device. */
export interface Odd {
  origin?: string
  host?: string
  type?: string
  challenge?: string
  crossOrigin?: boolean
  /** Null leaves it out. */
  userHandle?: string | null
  isVerified?: boolean
  /** The counter of the next signature. */
  counter?: number
  signature?: string
}

interface Options {
  challenge: string
  user?: { id: string }
}

const origin = 'http://localhost'
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** An authenticator in software, with one passkey for each account. `counts` says whether it counts its signatures, as security keys do. */
export function authenticator({ counts = true, host: ownHost = 'localhost', origin: ownOrigin = origin } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  let owner = ''

  const clientData = (type: string, { challenge }: Options, odd: Odd) => {
    const data = { type: odd.type ?? type, challenge: odd.challenge ?? challenge, origin: odd.origin ?? ownOrigin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: odd.crossOrigin ?? false }))
  }
  /** With the flags "present" and "verified". */
  const head = ({ host = ownHost, isVerified = true, counter: given }: Odd, flags: number) => {
    if (counts) counter += 1
    const number = Buffer.alloc(4)
    number.writeUInt32BE(given ?? counter)
    const hash = createHash('sha256').update(host).digest()
    return Buffer.concat([hash, Buffer.from([flags | (isVerified ? 0x05 : 0x01)]), number])
  }

  return {
    id: base64url(id),
    /** Makes a passkey. */
    create(options: Options, odd: Odd = {}) {
      owner = options.user?.id ?? ''
      const key = Buffer.concat([
        ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
        ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = Buffer.concat([head(odd, 0x40), credential])
      const length = Buffer.from([0x58, data.length])
      // A map with the format "none", an empty statement, and the data.
      const attestation = Buffer.concat([
        ...[Buffer.from('a363666d74646e6f6e656761747453746d74a0', 'hex')],
        ...[Buffer.from('686175746844617461', 'hex'), length, data],
      ])
      return {
        ...{ id: base64url(id), attestationObject: base64url(attestation), transports: ['internal'] },
        clientDataJSON: base64url(clientData('webauthn.create', options, odd)),
      }
    },
    /** Signs a challenge with it. */
    sign(options: Options, odd: Odd = {}) {
      const data = clientData('webauthn.get', options, odd)
      const authenticatorData = head(odd, 0)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
      return {
        ...{ id: base64url(id), clientDataJSON: base64url(data), authenticatorData: base64url(authenticatorData) },
        signature: odd.signature ?? base64url(sign('sha256', signed, privateKey)),
        ...(odd.userHandle === null ? {} : { userHandle: odd.userHandle ?? owner }),
      }
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>

/** Adds a passkey to the account of a person who has just signed in. */
export async function addPasskey(person: Pick<Browser, 'post'>, key = authenticator(), name = 'Laptop') {
  const { options } = (await person.post('/auth/passkeys/options')).body
  const { status, body } = await person.post('/auth/passkeys', { name, attestation: key.create(options) })
  expect([status, body.message]).toEqual([201, `Passkey “${name}” added. You can sign in with it from now on.`])
  return key
}

/** Signs in with a passkey. */
export async function withPasskey(browser: Pick<Browser, 'post'>, key: Authenticator, odd: Odd = {}) {
  const { options } = (await browser.post('/auth/login/passkey/options', {})).body
  return browser.post('/auth/login/passkey', { assertion: key.sign(options, odd) })
}
