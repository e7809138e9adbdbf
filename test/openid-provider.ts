/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { interactionPolicy, Provider } from 'oidc-provider'

/** A user with an account at the provider. */
export interface ProviderAccount {
  sub: string
  email: string
  email_verified?: boolean
  name?: string
  picture?: string
}

const client = { clientId: 'taskdeck', clientSecret: 'secret of taskdeck' }
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signingKey = { ...privateKey.export({ format: 'jwk' }), kid: 'signing', use: 'sig', alg: 'RS256' }

/**
 * A real OpenID provider on this machine in place of Google. Its page has the buttons "Continue as EMAIL" and "Cancel".
 * It has no sessions, so it shows the page every time.
 */
export async function startOpenIdProvider() {
  const redirectUris: string[] = []
  const accounts = new Map<string, ProviderAccount>()
  const server = createServer()
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, settings(redirectUris, accounts))
  provider.use(async (ctx, next) => {
    await next()
    const { id_token: token } = (ctx.body ?? {}) as { id_token?: string }
    if (token && openId.forge) ctx.body = { ...(ctx.body as object), id_token: openId.forge(token) }
  })
  const answer = provider.callback()

  const openId = {
    issuer,
    ...client,
    /** The account that the page offers to continue with. */
    account: { sub: '1', email: 'ana@example.com', email_verified: true, name: 'Ana' } as ProviderAccount,
    /** Changes an ID token before it is sent. */
    forge: undefined as ((token: string) => string) | undefined,
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
      return void response.end(page(uid, openId.account.email))
    }
    const choice = new URLSearchParams(await text(request)).get('choice')
    const { account } = openId
    if (choice !== 'continue') return provider.interactionFinished(request, response, { error: 'access_denied' })
    accounts.set(account.sub, account)
    return provider.interactionFinished(request, response, { login: { accountId: account.sub }, select_account: {} })
  }

  server.on('request', (request, response) => {
    forgetSession(request)
    const answered = request.url?.startsWith('/interaction/') ? interact(request, response) : answer(request, response)
    answered.catch((error) => response.writeHead(500).end(String(error)))
  })
  return openId
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

function settings(redirectUris: string[], accounts: Map<string, ProviderAccount>) {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return {
    adapter: shelf(redirectUris),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google puts email, name and picture into the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')], names: { session: sessionName } },
    features: { devInteractions: { enabled: false } },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => accounts.get(sub) }),
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [signingKey] },
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
function shelf(redirectUris: string[]) {
  const kept = new Map<string, Kept>()
  return (model: string) => ({
    find: async (id: string) =>
      model !== 'Client'
        ? kept.get(model + id)
        : id === client.clientId
          ? { client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [...redirectUris] }
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
  grant.addOIDCScope('openid email profile')
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
