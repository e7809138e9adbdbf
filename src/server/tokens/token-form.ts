import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { tokenPrefix } from '../../contract/tokens.ts'

/** Letters and digits only, so that a double click selects a whole token. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits. */
const secretLength = 43
/** 62 ** 6 exceeds every CRC-32. */
const checksumLength = 6

const form = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/** A new token: `tdk_`, a random secret, and a checksum of both, which reveals a mistyped token without the database. */
export function newToken(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${tokenPrefix}${secret}${checksumOf(tokenPrefix + secret)}`
}

export type TokenProblem = 'not a token' | 'mistyped'

/** Why a text cannot be a token of any Taskdeck; undefined if it can. */
export function problemOf(text: string): TokenProblem | undefined {
  if (!text.startsWith(tokenPrefix)) return 'not a token'
  const isWhole = form.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  return isWhole ? undefined : 'mistyped'
}

function checksumOf(text: string): string {
  let [rest, digits] = [crc32(text), '']
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

/** Only this is stored. A token is random and long, so a fast hash is enough. */
export const hashOf = (token: string) => hash('sha256', token, 'base64url')
