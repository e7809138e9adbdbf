import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { AppError } from '../../contract/errors.ts'
import { tracedFetch } from '../tracing/traced-fetch.ts'
import { signatureAlgorithms } from './provider-crypto.ts'

type Metadata = Readonly<ServerMetadata>

const event = 'http://schemas.openid.net/event/backchannel-logout'
const timeoutMs = 10_000
const maxAgeSeconds = 300
const clockDifferenceSeconds = 60

/** The page of a provider that ends its own session (RP-Initiated Logout 1.0). Without the ID token, it asks its user first. */
export function signOutUrl(
  metadata: Metadata | undefined,
  { clientId, idToken, end }: { clientId: string; idToken: string | null | undefined; end: string },
): string | undefined {
  const url = URL.parse(metadata?.end_session_endpoint ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('post_logout_redirect_uri', end)
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  return url.href
}

/** The sessions that a provider has ended: all of a user, those of one session there, or both. */
export interface EndedSessions {
  issuer: string
  subject: string | undefined
  sid: string | undefined
  /** Later ones stay, so that a repeated token ends nothing that is new. In milliseconds since 1970. */
  until: number
}

/** Checks a logout token (Back-Channel Logout 1.0) and returns what it ends. Fails with `invalid_input`. */
export async function endedSessions(
  token: string,
  { metadata, clientId, clock }: { metadata: Metadata; clientId: string; clock: () => number },
): Promise<EndedSessions> {
  const keys = await keysOf(metadata)
  const { payload } = await jwtVerify(token, keys, {
    algorithms: signatureAlgorithms(metadata),
    issuer: metadata.issuer,
    audience: clientId,
    requiredClaims: ['iat', 'jti'],
    maxTokenAge: maxAgeSeconds,
    clockTolerance: clockDifferenceSeconds,
    currentDate: new Date(clock()),
  }).catch((error) => {
    throw refused('The logout token is not valid.', error)
  })
  const events = payload.events
  if (typeof events !== 'object' || !events || !Object.hasOwn(events, event) || payload.nonce !== undefined)
    throw refused('This is not a logout token.')
  const subject = typeof payload.sub === 'string' ? payload.sub : undefined
  const sid = typeof payload.sid === 'string' ? payload.sid : undefined
  if (subject === undefined && sid === undefined) throw refused('The logout token names neither a user nor a session.')
  const until = ((payload.iat ?? 0) + clockDifferenceSeconds) * 1000
  return { issuer: metadata.issuer, subject, sid, until }
}

async function keysOf({ jwks_uri: address }: Metadata) {
  const request = { method: 'GET', headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) }
  try {
    const response = await tracedFetch(address ?? '', { ...request, redirect: 'error' })
    return createLocalJWKSet((await response.json()) as JSONWebKeySet)
  } catch (error) {
    throw new AppError('unavailable', 'The keys of the provider could not be fetched. Try again later.', {
      cause: error,
    })
  }
}

const refused = (message: string, cause?: unknown) => new AppError('invalid_input', message, { cause })
