import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Forge } from '../../contract/forges.ts'

/** A delivery as it came in. */
export interface Sent {
  headers: IncomingHttpHeaders
  /** The bytes of the body, unchanged: signatures are about these. */
  body: Buffer
}

/** How far the time of a signature may differ from ours. */
const maxAgeMs = 5 * 60_000

const prefix = 'whsec_'

/** A new secret in the form that the forge accepts. GitLab takes only this one for its signatures, and any text for its token. */
export const newSecret = (forge: Forge): string =>
  forge === 'gitlab' ? `${prefix}${randomBytes(32).toString('base64')}` : randomBytes(32).toString('hex')

/** Stands in for the secret of a webhook that does not exist, so that refusing takes as long. */
export const noSecret = newSecret('gitlab')

const hmac = (key: string | Buffer, ...pieces: (string | Buffer)[]) =>
  pieces.reduce((all, piece) => all.update(piece), createHmac('sha256', key)).digest()

/** Compares in constant time. The lengths may differ in time, because they are public. */
const isSame = (expected: Buffer, given: Buffer) => expected.length === given.length && timingSafeEqual(expected, given)

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

const isHexHmac = (secret: string, body: Buffer, given: string) =>
  isSame(hmac(secret, body), /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.alloc(0))

/** Signs like the Standard Webhooks specification: the id, the time and the body. The header may contain several signatures. */
function isStandardSignature(secret: string, { headers, body }: Sent, now: number): boolean {
  const [id, time] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')]
  const expected = hmac(Buffer.from(secret.slice(prefix.length), 'base64'), `${id}.${time}.`, body)
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, 5)
  const isSigned = signatures.some(
    (one) => one.startsWith('v1,') && isSame(expected, Buffer.from(one.slice(3), 'base64')),
  )
  return isSigned && /^\d{1,12}$/.test(time) && Math.abs(now - Number(time) * 1000) <= maxAgeMs
}

/** Checks the signature of each forge. One that is present decides: a wrong one is not made up for by another header. */
export const isSignedBy: Record<Forge, (secret: string, sent: Sent, now: number) => boolean> = {
  github: (secret, { headers, body }) => {
    const [algorithm, digest = ''] = headerOf(headers, 'x-hub-signature-256').split('=')
    return isHexHmac(secret, body, algorithm === 'sha256' ? digest : '')
  },
  gitlab: (secret, sent, now) => {
    if (sent.headers['webhook-signature'] !== undefined) return isStandardSignature(secret, sent, now)
    // The token itself. Hashed, so that the comparison does not depend on its length.
    return isSame(hmac('token', secret), hmac('token', headerOf(sent.headers, 'x-gitlab-token')))
  },
  gitea: (secret, { headers, body }) =>
    isHexHmac(secret, body, headerOf(headers, 'x-forgejo-signature') || headerOf(headers, 'x-gitea-signature')),
}

const idHeaders: Record<Forge, string[]> = {
  github: ['x-github-delivery'],
  // The id of one delivery, which its repetitions keep. The id of the event is the same for all webhooks of a project.
  gitlab: ['webhook-id', 'idempotency-key', 'x-gitlab-event-uuid'],
  gitea: ['x-forgejo-delivery', 'x-gitea-delivery'],
}
const eventHeaders: Record<Forge, string[]> = {
  github: ['x-github-event'],
  gitlab: ['x-gitlab-event'],
  gitea: ['x-forgejo-event', 'x-gitea-event'],
}

const first = (headers: IncomingHttpHeaders, names: string[]) =>
  names
    .map((name) => headerOf(headers, name))
    .find((value) => value !== '')
    ?.slice(0, 100)

/** The forge's id of a delivery, if it sends one. It is not signed by every forge, so the body is compared as well. */
export const deliveryIdOf = (forge: Forge, headers: IncomingHttpHeaders) => first(headers, idHeaders[forge])
/** The forge's name of the event. */
export const eventOf = (forge: Forge, headers: IncomingHttpHeaders) => first(headers, eventHeaders[forge]) ?? ''
