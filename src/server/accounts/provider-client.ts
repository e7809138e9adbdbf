import * as oidc from 'openid-client'
import type { ProviderPurpose } from '../../contract/providers.ts'
import type { Config } from '../settings/config.ts'
import type { Provider } from '../settings/providers.ts'
import { type Identity, identityOf, wantedClaims } from './provider-claims.ts'
import type { ProviderDiscovery } from './provider-discovery.ts'
import { ProviderFailure } from './provider-failure.ts'

/** The data in the browser's cookie between the redirect to the provider and the return. */
export interface Flow {
  purpose: ProviderPurpose
  /** The code of an invitation, in case an account is created. */
  invite?: string | undefined
  /** The session in which the flow began; absent for a sign-in, which needs none. */
  holder?: string | undefined
  state: string
  nonce: string
  verifier: string
}

/** A proof needs a sign-in at the provider that is not older. */
const maxProofAgeSeconds = 600
const clockDifferenceSeconds = 60

/** Where a provider sends its users back to. Each has an address of its own, so that none can answer for another. */
export const callbackPath = (id: Provider['id']) =>
  id === 'google' ? '/auth/google/callback' : `/auth/openid/${id}/callback`

/** OpenID Connect with PKCE, state and nonce, for one provider. */
export function providerClient(
  provider: Provider,
  discovery: ProviderDiscovery,
  { publicUrl }: Pick<Config, 'publicUrl'>,
) {
  const redirectUri = `${publicUrl}${callbackPath(provider.id)}`
  const isProof = (purpose: ProviderPurpose) => purpose === 'prove' || purpose === 'prove-for-profile'
  /** Google always asks which account is meant, and knows neither `max_age` nor `auth_time`: it is the only provider that is believed without. */
  const asks = (purpose: ProviderPurpose): Record<string, string> => {
    if (provider.id === 'google') return { prompt: 'select_account' }
    return isProof(purpose) ? { max_age: String(maxProofAgeSeconds) } : {}
  }

  /** The claims of the ID token, and those that the provider sends only when it is asked. */
  async function claimsOf(client: oidc.Configuration, tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>) {
    const token = tokens.claims()
    if (!token) throw new ProviderFailure('failed')
    const isComplete = wantedClaims(provider)(token).every((claim) => claim !== undefined)
    if (isComplete || !client.serverMetadata().userinfo_endpoint) return { token, more: {} }
    return { token, more: await oidc.fetchUserInfo(client, tokens.access_token, token.sub) }
  }

  return {
    provider,

    /** Returns the URL for the redirect, and the flow to check on return. */
    async begin(purpose: ProviderPurpose, invite?: string): Promise<{ url: string; flow: Flow }> {
      const flow = {
        purpose,
        invite,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(await discovery.client(), {
        redirect_uri: redirectUri,
        scope: provider.scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...asks(purpose),
      })
      return { url: url.href, flow }
    },

    /** Exchanges the code for an identity. Throws if state, nonce, PKCE, signature, issuer or audience are invalid. */
    async finish(search: string, flow: Flow): Promise<Identity> {
      const parameters = new URLSearchParams(search)
      if (parameters.get('error') === 'access_denied' && parameters.get('state') === flow.state)
        throw new ProviderFailure('cancelled')
      try {
        const client = await discovery.client()
        const tokens = await oidc.authorizationCodeGrant(client, new URL(`${redirectUri}?${parameters}`), {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          idTokenExpected: true,
        })
        const { token, more } = await claimsOf(client, tokens)
        if (isProof(flow.purpose) && provider.id !== 'google') checkAge(token)
        return identityOf(provider, token, more, tokens.id_token)
      } catch (error) {
        throw error instanceof ProviderFailure ? error : new ProviderFailure('failed', error)
      }
    },
  }
}

export type ProviderClient = ReturnType<typeof providerClient>

/** A provider that is asked for a `max_age` must say when its user has signed in there. */
function checkAge({ auth_time: at }: oidc.IDToken) {
  if (at === undefined)
    throw new ProviderFailure(
      'not_fresh',
      new Error('The provider was asked for a fresh sign-in and sent no auth_time'),
    )
  if (Date.now() / 1000 - at > maxProofAgeSeconds + clockDifferenceSeconds)
    throw new ProviderFailure('not_fresh', new Error('The provider was asked for a fresh sign-in and sent an old one'))
}
