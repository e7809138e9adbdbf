import * as agents from '@modelcontextprotocol/client'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { approvedAt, registered } from '../../../test/oauth.ts'

/** The values that a program sends for a code. Without a verifier, the library is told to do without PKCE. */
interface Exchange {
  back: URL
  verifier?: string
  redirect?: string
  client?: string
}

interface Tokens {
  access_token: string
  refresh_token?: string | undefined
}

/** A program that is registered, in the words of one library. */
interface Program {
  /** The address to which the library sends the browser, with the verifier of its challenge. */
  begin: () => Promise<{ address: URL; verifier: string }>
  exchange: (given: Exchange) => Promise<Tokens>
  renew: (refreshToken: string, client?: string) => Promise<Tokens>
}

const redirect = 'http://127.0.0.1:4711/callback'
const metadata = {
  client_name: 'Robo',
  redirect_uris: [redirect, 'https://robo.example/callback'],
  // A program gets no secret, even if it asks for one.
  token_endpoint_auth_method: 'client_secret_basic',
}
const insecure = { [oauth.allowInsecureRequests]: true }

async function oauth4webapi(origin: string): Promise<Program> {
  const issuer = new URL(origin)
  const server = await oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    .then((answer) => oauth.processDiscoveryResponse(issuer, answer))
  const { client_id } = await oauth
    .dynamicClientRegistrationRequest(server, metadata, insecure)
    .then(oauth.processDynamicClientRegistrationResponse)
  const exchange = async (given: Exchange) => {
    const client = { client_id: given.client ?? client_id }
    const parameters = oauth.validateAuthResponse(server, client, given.back, oauth.skipStateCheck)
    const [to, verifier] = [given.redirect ?? redirect, given.verifier ?? oauth.nopkce] as const
    const sent = [server, client, oauth.None(), parameters, to, verifier, insecure] as const
    const answer = await oauth.authorizationCodeGrantRequest(...sent)
    return oauth.processAuthorizationCodeResponse(server, client, answer)
  }
  return {
    async begin() {
      const verifier = oauth.generateRandomCodeVerifier()
      const address = new URL(server.authorization_endpoint ?? '')
      address.search = `${new URLSearchParams({
        ...{ client_id, redirect_uri: redirect, response_type: 'code', scope: 'read' },
        ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })}`
      return { address, verifier }
    },
    exchange,
    async renew(token, other = client_id) {
      const client = { client_id: other }
      const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, insecure)
      return oauth.processRefreshTokenResponse(server, client, answer)
    },
  }
}

async function openIdClient(origin: string): Promise<Program> {
  const config = await openid.dynamicClientRegistration(new URL(origin), metadata, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const client = config.clientMetadata().client_id
  const another = (id = client) => {
    const other = new openid.Configuration(config.serverMetadata(), id, undefined, openid.None())
    openid.allowInsecureRequests(other)
    return other
  }
  // This library takes the redirect address from the address at which the browser arrives.
  const exchange = ({ back, verifier, redirect: to = redirect, client: other }: Exchange) => {
    const arrived = new URL(to + back.search)
    return openid.authorizationCodeGrant(another(other), arrived, verifier ? { pkceCodeVerifier: verifier } : {})
  }
  return {
    async begin() {
      const verifier = openid.randomPKCECodeVerifier()
      const address = openid.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirect, scope: 'read' },
        ...{ code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      })
      return { address, verifier }
    },
    exchange,
    renew: (token, other) => openid.refreshTokenGrant(another(other), token),
  }
}

async function officialAgentClient(origin: string): Promise<Program> {
  const found = await agents.discoverAuthorizationServerMetadata(origin)
  if (!found) throw new Error('No metadata')
  const clientInformation = await agents.registerClient(origin, { metadata: found, clientMetadata: metadata })
  const { client_id } = clientInformation
  const exchange = ({ back, verifier = '', redirect: to = redirect, client = client_id }: Exchange) => {
    const [authorizationCode = '', iss = ''] = ['code', 'iss'].map((name) => back.searchParams.get(name) ?? '')
    return agents.exchangeAuthorization(origin, {
      ...{ metadata: found, clientInformation: { client_id: client } },
      ...{ authorizationCode, iss, codeVerifier: verifier, redirectUri: to },
    })
  }
  return {
    async begin() {
      const begun = { metadata: found, clientInformation, redirectUrl: redirect, scope: 'read' }
      const { authorizationUrl, codeVerifier } = await agents.startAuthorization(origin, begun)
      return { address: authorizationUrl, verifier: codeVerifier }
    },
    exchange,
    renew: (refreshToken, other = client_id) =>
      agents.refreshAuthorization(origin, {
        ...{ metadata: found, clientInformation: { client_id: other }, refreshToken },
      }),
  }
}

const libraries = { oauth4webapi, 'openid-client': openIdClient, 'the official client of agents': officialAgentClient }
const everywhere = engines.flatMap((engine) =>
  Object.entries(libraries).map(([name, library]) => [engine, name, library] as const),
)

async function attacked(engine: Engine, library: (origin: string) => Promise<Program>) {
  const { app, as, visitor } = await testApp({ engine, listens: true })
  const origin = `http://127.0.0.1:${new URL(app.listeningOrigin).port}`
  const program = await library(origin)
  const ana = as('ana')
  /** A code that the user has just approved, with its verifier. */
  const approved = async () => {
    const { address, verifier } = await program.begin()
    return { back: await approvedAt(ana, address, 'read'), verifier }
  }
  const works = (token: string) =>
    fetch(`${origin}/auth/whoami`, { headers: { authorization: `Bearer ${token}` } }).then(({ ok }) => ok)
  const other = await registered(visitor(), { client_name: 'Another' })
  return { ana, program, approved, works, other, origin }
}

/** The word of OAuth with which a request was refused. All three libraries name it, each in another field. */
async function refusal(request: Promise<unknown>): Promise<string> {
  const thrown = await request.then(
    () => new Error('was not refused'),
    (error: unknown) => error,
  )
  const { error, code, message } = thrown as { error?: string; code?: string; message: string }
  return error ?? code ?? message
}

test.for(everywhere)(
  '%s: with %s, a code and a refresh token that are used twice end their tokens',
  async ([engine, , library]) => {
    const { ana, program, approved, works } = await attacked(engine, library)
    const code = await approved()
    const given = await program.exchange(code)
    expect(await works(given.access_token)).toBe(true)
    expect(await refusal(program.exchange(code))).toBe('invalid_grant')
    expect(await works(given.access_token)).toBe(false)
    expect(await refusal(program.renew(given.refresh_token ?? ''))).toBe('invalid_grant')

    const first = await program.exchange(await approved())
    const second = await program.renew(first.refresh_token ?? '')
    expect(await works(second.access_token)).toBe(true)
    expect(await refusal(program.renew(first.refresh_token ?? ''))).toBe('invalid_grant')
    expect(await works(second.access_token)).toBe(false)
    expect(await refusal(program.renew(second.refresh_token ?? ''))).toBe('invalid_grant')
    expect((await ana.get('/auth/tokens')).body.tokens).toEqual([])
  },
)

test.for(everywhere)(
  '%s: with %s, a code without its verifier, address or client is refused, and ends',
  async ([engine, , library]) => {
    const { ana, program, approved, works, other } = await attacked(engine, library)
    const attacks: [string, (code: { back: URL; verifier: string }) => Promise<Tokens>][] = [
      ['no verifier', ({ back }) => program.exchange({ back })],
      ['the verifier of another code', (code) => program.exchange({ ...code, verifier: 'a'.repeat(43) })],
      ['another redirect', (code) => program.exchange({ ...code, redirect: 'https://robo.example/callback' })],
      ['another client', (code) => program.exchange({ ...code, client: other })],
      ['an unknown client', (code) => program.exchange({ ...code, client: 'tdc_unknown' })],
    ]
    for (const [name, attack] of attacks) {
      const code = await approved()
      expect([name, await refusal(attack(code))]).toEqual([name, 'invalid_grant'])
      expect([name, await refusal(program.exchange(code))]).toEqual([name, 'invalid_grant'])
    }
    const given = await program.exchange(await approved())
    expect(await refusal(program.renew(given.refresh_token ?? '', other))).toBe('invalid_grant')
    expect(await works(given.access_token)).toBe(true)
    expect((await ana.get('/auth/tokens')).body.tokens).toHaveLength(1)
  },
)

test.for(Object.entries(libraries))(
  'with %s, a sign-in without PKCE, or with less of it, leads to no code',
  async ([, library]) => {
    const { ana, program, origin } = await attacked('sqlite', library)
    const changed = async (change: (query: URLSearchParams) => void) => {
      const { address } = await program.begin()
      change(address.searchParams)
      const query = Object.fromEntries(address.searchParams)
      const headers = { host: new URL(origin).host }
      const { status, body } = await ana.send(
        'POST',
        '/auth/authorize/approve',
        { ...query, granted: 'read' },
        { headers },
      )
      return [status, body.error]
    }
    expect(await changed((query) => query.set('code_challenge_method', 'plain'))).toEqual([400, 'invalid_request'])
    // Without a method, RFC 7636 means "plain".
    expect(await changed((query) => query.delete('code_challenge_method'))).toEqual([400, 'invalid_request'])
    expect(await changed((query) => query.delete('code_challenge'))).toEqual([400, 'invalid_request'])
    const without = (query: URLSearchParams) => {
      query.delete('code_challenge')
      query.delete('code_challenge_method')
    }
    expect(await changed(without)).toEqual([400, 'invalid_request'])
    expect(await changed((query) => query.set('response_type', 'token'))).toEqual([400, 'unsupported_response_type'])
    expect(await changed((query) => query.set('redirect_uri', 'https://evil.example/callback'))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await changed((query) => query.set('client_id', 'tdc_unknown'))).toEqual([400, 'invalid_client'])
  },
)
