import type { IDToken } from 'openid-client'
import type { Provider } from '../settings/providers.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { ProviderSession } from './provider-session.ts'

/** A person's identity according to a provider. */
export interface Identity {
  issuer: string
  subject: string
  /** Empty if the provider has sent none. */
  email: string
  emailVerified: boolean
  name: string | undefined
  picture: string | undefined
  /** The session at the provider. */
  began: ProviderSession
}

type Claims = Readonly<Record<string, unknown>>

const maxSid = 500
/** Longer ones are not stored: the provider then asks before it signs its user out. */
const maxIdToken = 6_000

const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)

/** The claims that a sign-in needs. Some providers send them with the ID token, and others only when they are asked for them. */
export const wantedClaims =
  ({ groups, groupsClaim }: Pick<Provider, 'groups' | 'groupsClaim'>) =>
  (claims: Claims) => [
    claims.email,
    claims.email_verified,
    claims.name,
    ...(groups.length ? [valueAt(claims, groupsClaim)] : []),
  ]

/** The identity in the claims of a provider. Fails with a ProviderFailure for a person outside of the groups that may sign in. */
export function identityOf(provider: Provider, token: IDToken, more: Claims, idToken: string | undefined): Identity {
  const claims = { ...more, ...token }
  // Whether an email is verified is said beside it. The other source may mean another one.
  const isVerified = (token.email === undefined || token.email === more.email ? claims : token).email_verified
  const { groups, groupsClaim, trustsEmail } = provider
  const own = groups.length ? groupsIn(valueAt(claims, groupsClaim)) : []
  if (groups.length && !own.some((group) => groups.includes(group))) throw new ProviderFailure('not_in_group')
  const email = text(claims.email) ?? ''
  const isUnsaid = isVerified === undefined || isVerified === null
  const picture = text(claims.picture)
  const sid = text(token.sid)
  return {
    issuer: token.iss,
    subject: token.sub,
    email,
    emailVerified: email !== '' && (isVerified === true || (trustsEmail && isUnsaid)),
    name: text(claims.name) ?? text(claims.preferred_username),
    picture: picture?.startsWith('https://') ? picture : undefined,
    began: {
      issuer: token.iss,
      subject: token.sub,
      sid: sid && sid.length <= maxSid ? sid : null,
      id_token: idToken && idToken.length <= maxIdToken && provider.signsOut ? idToken : null,
    },
  }
}

/** A claim by its name, or else by its path, such as `realm_access.roles`. */
function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), claims)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Groups as providers send them: a list, a single name, or an object with the names as its keys. */
function groupsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((group) => typeof group === 'string')
  return isRecord(value) ? Object.keys(value) : []
}
