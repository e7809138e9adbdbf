import * as oidc from 'openid-client'
import type { GoogleProblem, GooglePurpose } from '../../contract/accounts.ts'
import type { Config } from '../settings/config.ts'
import { tracedFetch } from '../tracing/traced-fetch.ts'

/** The data in the browser's cookie between the redirect to Google and the return. */
export interface Flow {
  purpose: GooglePurpose
  /** The code of an invitation, in case an account is created. */
  invite?: string | undefined
  state: string
  nonce: string
  verifier: string
}

/** A person's identity according to Google. */
export interface Identity {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  name: string | undefined
  picture: string | undefined
}

/** A failed Google sign-in. The auth screen has a message for each problem. */
export class GoogleFailure extends Error {
  readonly problem: GoogleProblem

  constructor(problem: GoogleProblem, cause?: unknown) {
    super(`Google sign-in: ${problem}`, { cause })
    this.problem = problem
  }
}

/** OpenID Connect with PKCE, state and nonce. The provider's metadata is fetched once, when it is first needed. */
export function googleClient(config: Pick<Config, 'google' | 'publicUrl'>) {
  let discovered: Promise<oidc.Configuration> | undefined
  const redirectUri = `${config.publicUrl}/auth/google/callback`

  function provider(): Promise<oidc.Configuration> {
    const { google } = config
    if (!google) throw new GoogleFailure('not_configured')
    const issuer = new URL(google.issuer)
    const metadata = { client_secret: google.clientSecret, id_token_signed_response_alg: 'RS256' }
    const onThisMachine = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
    // By default, the library trusts TLS and does not verify the signature.
    const execute = [...onThisMachine, oidc.enableNonRepudiationChecks]
    discovered ??= oidc
      .discovery(issuer, google.clientId, metadata, undefined, {
        execute,
        timeout: 10,
        [oidc.customFetch]: tracedFetch,
      })
      .catch((error) => {
        discovered = undefined
        throw new GoogleFailure('failed', error)
      })
    return discovered
  }

  return {
    /** Returns the URL for the redirect, and the flow to check on return. */
    async begin(purpose: GooglePurpose, invite?: string): Promise<{ url: string; flow: Flow }> {
      const flow = {
        purpose,
        invite,
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return { url: url.href, flow }
    },

    /** Exchanges the code for an identity. Throws if state, nonce, PKCE, signature, issuer or audience are invalid. */
    async finish(search: string, flow: Flow): Promise<Identity> {
      const parameters = new URLSearchParams(search)
      if (parameters.get('error') === 'access_denied' && parameters.get('state') === flow.state)
        throw new GoogleFailure('cancelled')
      try {
        const tokens = await oidc.authorizationCodeGrant(await provider(), new URL(`${redirectUri}?${parameters}`), {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.verifier,
          idTokenExpected: true,
        })
        return identityOf(tokens.claims())
      } catch (error) {
        throw error instanceof GoogleFailure ? error : new GoogleFailure('failed', error)
      }
    },
  }
}

export type GoogleClient = ReturnType<typeof googleClient>

function identityOf(claims: oidc.IDToken | undefined): Identity {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)
  const email = text(claims?.email)
  if (!claims || !email) throw new GoogleFailure('failed')
  const picture = text(claims.picture)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    emailVerified: claims.email_verified === true,
    name: text(claims.name),
    picture: picture?.startsWith('https://') ? picture : undefined,
  }
}
