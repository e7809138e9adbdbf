/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt, type JWTPayload, SignJWT } from 'jose'
import { interactionPolicy, Provider } from 'oidc-provider'

/** A user with an account at the provider. */
export interface ProviderAccount {
  sub: string
  email?: string
  email_verified?: boolean
  groups?: string[]
  name?: string
  picture?: string
}

const client = { clientId: 'taskdeck', clientSecret: 'secret of taskdeck' }
/** The differences of this provider from Google. */
export interface ProviderShape {
  /** Sends email, name and groups only when it is asked for them, as the standard says. */
  sendsClaimsApart?: boolean
  /** Has no page that signs out. */
  hasNoSignOut?: boolean
  /** Keeps the sessions of its users, and tells this address when one ends. */
  tells?: () => string
  algorithm?: 'RS256' | 'ES256'
  authentication?: 'client_secret_basic' | 'client_secret_post'
}

const keyPairs = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
}

function newKey(algorithm: 'RS256' | 'ES256', kid = 'signing') {
  const privateKey = keyPairs[algorithm]()
  return { privateKey, algorithm, jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: algorithm } }
}

/** Made once, because it takes long. */
const usualKey = newKey('RS256')

/**
 * A real OpenID provider on this machine in place of Google. Its page has the buttons "Continue as EMAIL" and "Cancel".
 * It has no sessions, so it shows the page every time.
 */
export async function startOpenIdProvider(shape: ProviderShape = {}) {
  const redirectUris: string[] = []
  const accounts = new Map<string, ProviderAccount>()
  const server = createServer()
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const { algorithm = 'RS256' } = shape
  let key = algorithm === 'RS256' ? usualKey : newKey(algorithm)
  const adapter = shelf(redirectUris, shape)
  /** A provider with the present key, and with what the one before has stored. */
  function withKey() {
    const made = new Provider(issuer, settings(adapter, accounts, key.jwk, shape))
    made.use(async (ctx, next) => {
      await next()
      const { id_token: token } = (ctx.body ?? {}) as { id_token?: string }
      if (token && openId.forge) ctx.body = { ...(ctx.body as object), id_token: await openId.forge(token) }
    })
    return made
  }

  const openId = {
    issuer,
    ...client,
    /** The account that the page offers to continue with. */
    account: { sub: '1', email: 'ana@example.com', email_verified: true, name: 'Ana' } as ProviderAccount,
    /** Changes an ID token before it is sent. */
    forge: undefined as ((token: string) => string | Promise<string>) | undefined,
    /** The same ID token with other claims, signed by this provider. */
    changed: (token: string, claims: JWTPayload) =>
      new SignJWT({ ...decodeJwt(token), ...claims })
        .setProtectedHeader({ alg: key.algorithm, kid: String(key.jwk.kid) })
        .sign(key.privateKey),
    /** Signs with a new key from now on, and withdraws the old one. */
    rotate() {
      key = newKey(algorithm, `signing ${Date.now()}`)
      provider = withKey()
      answer = provider.callback()
    },
    /** A token that ends sessions, as the provider sends it. */
    logoutToken: (claims: JWTPayload, type = 'logout+jwt', { aud = client.clientId, iat }: JWTPayload = {}) =>
      new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
        .setProtectedHeader({ alg: key.algorithm, kid: String(key.jwk.kid), typ: type })
        .setIssuer(issuer)
        .setAudience(aud)
        .setIssuedAt(iat)
        .setJti(randomBytes(8).toString('hex'))
        .sign(key.privateKey),
    /** Registers a redirect URL. */
    allow: (redirectUri: string) => void redirectUris.push(redirectUri),
    /** Stops the provider. `resume` starts it again at the same address. */
    async pause() {
      const closed = once(server, 'close')
      server.close().closeAllConnections()
      await closed
    },
    resume: () => listen(port),
    async stop() {
      if (server.listening) await openId.pause()
    },
  }

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== 'POST') {
      const { uid } = await provider.interactionDetails(request, response)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return void response.end(page(uid, openId.account.email ?? openId.account.sub))
    }
    const choice = new URLSearchParams(await text(request)).get('choice')
    const { account } = openId
    if (choice !== 'continue') return provider.interactionFinished(request, response, { error: 'access_denied' })
    accounts.set(account.sub, account)
    return provider.interactionFinished(request, response, { login: { accountId: account.sub }, select_account: {} })
  }

  let provider = withKey()
  let answer = provider.callback()
  server.on('request', (request, response) => {
    if (!shape.tells) forgetSession(request)
    const answered = request.url?.startsWith('/interaction/') ? interact(request, response) : answer(request, response)
    answered.catch((error) => response.writeHead(500).end(String(error)))
  })
  return openId
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

function settings(adapter: object, accounts: Map<string, ProviderAccount>, key: object, shape: ProviderShape) {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return {
    adapter,
    claims: {
      ...{ openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'], groups: ['groups'] },
      sid: null,
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    // Google puts email, name and picture into the ID token.
    conformIdTokenClaims: shape.sendsClaimsApart ?? false,
    cookies: { keys: [randomBytes(32).toString('hex')], names: { session: sessionName } },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: !shape.hasNoSignOut },
      backchannelLogout: { enabled: shape.tells !== undefined },
    },
    ...(shape.authentication ? { clientAuthMethods: [shape.authentication] } : {}),
    // Its own one refuses to call this machine.
    fetch: (url: URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => accounts.get(sub) }),
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [key] },
    loadExistingGrant,
    pkce: { required: () => true },
    renderError: (ctx: { body: string }, { error, error_description }: Record<string, string>) => {
      ctx.body = `${error}: ${error_description}`
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

type Kept = Record<string, unknown>

/** The storage of the provider. Our client is created anew each time, so that its URLs may change. */
function shelf(redirectUris: string[], shape: ProviderShape) {
  const kept = new Map<string, Kept>()
  return (model: string) => ({
    find: async (id: string) =>
      model !== 'Client'
        ? kept.get(model + id)
        : id === client.clientId
          ? {
              ...{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [...redirectUris] },
              id_token_signed_response_alg: shape.algorithm ?? 'RS256',
              post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/taskdeck/`),
              ...(shape.tells && {
                backchannel_logout_uri: shape.tells(),
                backchannel_logout_session_required: true,
              }),
              token_endpoint_auth_method: shape.authentication ?? 'client_secret_basic',
            }
          : undefined,
    findByUid: async (uid: string) => kept.values().find((payload) => payload.uid === uid),
    upsert: async (id: string, payload: Kept) => void kept.set(model + id, payload),
    consume: async (id: string) => void Object.assign(kept.get(model + id) ?? {}, { consumed: Date.now() / 1000 }),
    destroy: async (id: string) => void kept.delete(model + id),
    revokeByGrantId: async (grantId: string) => {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}

interface GrantContext {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<unknown> } }
    client: { clientId: string }
    session: { accountId: string }
  }
}

/** There is no consent page: as with Google, choosing the account gives consent. */
async function loadExistingGrant({ oidc }: GrantContext) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
  grant.addOIDCScope('openid email profile groups')
  await grant.save()
  return grant
}

const sessionName = 'provider_session'

function forgetSession(request: IncomingMessage) {
  const others = request.headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith(sessionName))
  if (others) request.headers.cookie = others.join('; ')
}

function page(uid: string, email: string) {
  return `<!doctype html>
<html lang="en">
  <title>Choose an account</title>
  <h1>Choose an account</h1>
  <form method="post" action="/interaction/${uid}">
    <button name="choice" value="continue">Continue as ${email}</button>
    <button name="choice" value="cancel">Cancel</button>
  </form>
</html>`
}
