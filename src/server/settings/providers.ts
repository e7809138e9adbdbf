import { type OpenIdId, openIdIds, type PasswordUse, type ProviderId } from '../../contract/providers.ts'
import { issuer, names, openIdScopes, yesOrNo } from './setting-values.ts'

/** An OpenID provider as the operator has configured it. */
export interface OpenIdProvider {
  id: OpenIdId
  /** On its button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** Whether an email counts as verified if the provider says nothing about it. */
  trustsEmail: boolean
  /** The groups that may sign in; everybody if it is empty. */
  groups: string[]
  groupsClaim: string
  /** Whether signing out here signs out at the provider. */
  signsOut: boolean
}

/** Any provider: Google is one with fixed words. */
export type Provider = Omit<OpenIdProvider, 'id'> & { id: ProviderId }

/** The settings that say which providers there are. */
export interface ProviderSettings {
  google: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** The providers besides Google. */
  openId: OpenIdProvider[]
}

type Read = <T>(name: string, parse: (text: string) => T) => T

const prefixes: Record<OpenIdId, string> = { oidc: 'OIDC_', 'oidc-2': 'OIDC_2_', 'oidc-3': 'OIDC_3_' }
const parts = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'NAME',
  'SCOPES',
  'TRUST_EMAIL',
  'GROUPS',
  'GROUPS_CLAIM',
  'SIGN_OUT',
]

/** Reads the providers besides Google. `read` takes the default of a setting from its first name. */
export function openIdProviders(env: Record<string, string | undefined>, read: Read, problems: string[]) {
  const found: OpenIdProvider[] = []
  for (const id of openIdIds) {
    const prefix = prefixes[id]
    if (!parts.some((part) => env[prefix + part]?.trim())) continue
    const value = <T>(part: string, parse: (text: string) => T) => read(prefix + part, parse)
    const text = (given: string) => given
    const missing = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'].filter((part) => !env[prefix + part]?.trim())
    if (missing.length) {
      problems.push(
        `${missing.map((part) => prefix + part).join(' and ')} must be set together with the rest of ${prefix}…`,
      )
      continue
    }
    const address = value('ISSUER', issuer)
    found.push({
      id,
      issuer: address,
      name: value('NAME', text) || (URL.parse(address ?? '')?.host ?? ''),
      clientId: value('CLIENT_ID', text),
      clientSecret: value('CLIENT_SECRET', text),
      scopes: value('SCOPES', openIdScopes),
      trustsEmail: value('TRUST_EMAIL', yesOrNo),
      groups: value('GROUPS', names),
      groupsClaim: value('GROUPS_CLAIM', text),
      signsOut: value('SIGN_OUT', yesOrNo),
    })
  }
  return found
}

/** Every provider that this server offers, in the order of their buttons. */
export function providersOf({ google, openId }: ProviderSettings): Provider[] {
  const first: Provider[] = google
    ? [
        {
          ...{ id: 'google', name: 'Google', scopes: 'openid email profile', trustsEmail: false, signsOut: false },
          ...{ groups: [], groupsClaim: '' },
          ...{ issuer: google.issuer, clientId: google.clientId, clientSecret: google.clientSecret },
        },
      ]
    : []
  return [...first, ...openId]
}

/** Whether an issuer as a provider states it is that of a provider. */
export const isIssuer = (provider: Pick<Provider, 'issuer'>, stated: string) =>
  (URL.parse(provider.issuer)?.href ?? provider.issuer) === (URL.parse(stated)?.href ?? stated)

/** The settings of providers and passwords that contradict each other. */
export function providerProblems({ google, openId, passwords }: ProviderSettings & { passwords: PasswordUse }) {
  const problems = []
  const providers = providersOf({ google, openId })
  if (passwords && passwords !== 'on' && !providers.length) {
    problems.push(
      `PASSWORDS=${passwords} requires a provider to sign in with: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`,
    )
  }
  const issuers = providers.map((provider) => provider.issuer)
  const twice = providers.find((provider, index) => issuers.slice(0, index).some((other) => isIssuer(provider, other)))
  if (twice) problems.push(`${twice.issuer} is the issuer of two providers: each needs its own`)
  return problems
}
