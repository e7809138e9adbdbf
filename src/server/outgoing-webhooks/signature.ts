import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret in the form of Standard Webhooks: 256 random bits. */
export const newSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

/** The headers by which a receiver knows that a message comes from here, is unchanged, and is new (standardwebhooks.com). */
export function signedHeaders(secret: string, id: string, body: string, now: number): Record<string, string> {
  const seconds = String(Math.floor(now / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}
