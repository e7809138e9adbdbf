import { randomBytes } from 'node:crypto'
import { hashOf } from '../tokens/token-form.ts'

const prefix = 'tdr_'
const form = /^tdr_([\w-]{22})([\w-]{43})$/

/** A refresh token is the secret name of a family, which stays the same, and a secret, which is valid once. */
export interface RefreshToken {
  text: string
  familyHash: string
  secretHash: string
}

export const newFamily = () => randomBytes(16).toString('base64url')

export function newRefreshToken(family: string): RefreshToken {
  const secret = randomBytes(32).toString('base64url')
  return { text: prefix + family + secret, familyHash: hashOf(family), secretHash: hashOf(secret) }
}

/** Undefined if a text cannot be a refresh token. */
export function readRefreshToken(text: string): (Omit<RefreshToken, 'text'> & { family: string }) | undefined {
  const [, family, secret] = form.exec(text) ?? []
  return family && secret ? { family, familyHash: hashOf(family), secretHash: hashOf(secret) } : undefined
}
