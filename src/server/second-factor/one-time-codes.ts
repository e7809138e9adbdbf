import { createHmac, timingSafeEqual } from 'node:crypto'
import { secondFactor } from '../../contract/second-factor.ts'

const { digits, stepSeconds } = secondFactor

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648 without padding, as authenticator apps read it. */
export function base32(bytes: Uint8Array): string {
  let [text, value, bits] = ['', 0, 0]
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(value >>> (bits - 5)) & 31]
  }
  return bits ? text + letters[(value << (5 - bits)) & 31] : text
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const letter of text) {
    value = ((value << 5) | letters.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
  }
  return Buffer.from(bytes)
}

/** The number of the step of time to which a code belongs. */
export const stepAt = (milliseconds: number) => Math.floor(milliseconds / 1_000 / stepSeconds)

/** The code of a step (RFC 6238, with SHA-1, which is the only hash that every authenticator app knows). */
export function codeAt(secret: Buffer, step: number, length: number = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** length).padStart(length, '0')
}

/** The step of a code: the present one, or the one before or after it, as clocks differ. Undefined if the code is wrong. */
export function stepOf(secret: Buffer, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  const present = stepAt(now)
  return [present, present - 1, present + 1].find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

/** The address that a QR code contains. */
export function uriOf(secret: string, email: string, host: string): string {
  const issuer = `Taskdeck (${host})`
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits, period: stepSeconds })
  const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${parameters}`
}
