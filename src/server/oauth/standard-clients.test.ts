import { auth, Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { approvedAt } from '../../../test/oauth.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

async function listeningApp(engine: Engine = 'sqlite') {
  const { app, ...rest } = await testApp({ engine, listens: true })
  return { origin: `http://127.0.0.1:${new URL(app.listeningOrigin).port}`, ...rest }
}

test.for(engines)('%s: oauth4webapi discovers, registers, signs in, renews and revokes', async (engine) => {
  const { origin, as } = await listeningApp(engine)
  const ana = as('ana')
  const resource = await oauth
    .resourceDiscoveryRequest(new URL(`${origin}/mcp`), insecure)
    .then((answer) => oauth.processResourceDiscoveryResponse(new URL(`${origin}/mcp`), answer))
  const issuer = new URL(resource.authorization_servers?.[0] ?? '')
  const server = await oauth
    .discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    .then((answer) => oauth.processDiscoveryResponse(issuer, answer))
  const redirect = 'http://127.0.0.1:4711/callback'
  const client = (await oauth
    .dynamicClientRegistrationRequest(server, { client_name: 'Robo', redirect_uris: [redirect] }, insecure)
    .then(oauth.processDynamicClientRegistrationResponse)) as oauth.Client

  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(server.authorization_endpoint ?? '')
  const request = {
    ...{ client_id: client.client_id, redirect_uri: redirect, response_type: 'code', scope: 'read write', state },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    resource: resource.resource,
  }
  for (const [name, value] of Object.entries(request)) address.searchParams.set(name, value)
  const back = await approvedAt(ana, address)
  expect(back.searchParams.get('iss')).toBe(origin)
  const callback = oauth.validateAuthResponse(server, client, back, state)
  const given = await oauth
    .authorizationCodeGrantRequest(server, client, oauth.None(), callback, redirect, verifier, {
      ...insecure,
      additionalParameters: { resource: resource.resource },
    })
    .then((answer) => oauth.processAuthorizationCodeResponse(server, client, answer))
  expect(given).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'read write' })

  const whoami = (token: string) =>
    fetch(`${origin}/auth/whoami`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)
  expect(await whoami(given.access_token)).toBe(200)
  const renewed = await oauth
    .refreshTokenGrantRequest(server, client, oauth.None(), given.refresh_token ?? '', insecure)
    .then((answer) => oauth.processRefreshTokenResponse(server, client, answer))
  expect([await whoami(given.access_token), await whoami(renewed.access_token)]).toEqual([401, 200])
  await oauth
    .revocationRequest(server, client, oauth.None(), renewed.refresh_token ?? '', insecure)
    .then(oauth.processRevocationResponse)
  expect(await whoami(renewed.access_token)).toBe(401)
  expect((await ana.get('/auth/tokens')).body.tokens).toEqual([])
})

test('openid-client registers itself, signs in and renews', async () => {
  const { origin, as } = await listeningApp()
  const redirect = 'http://localhost:4712/callback'
  const metadata = { client_name: 'Generic', redirect_uris: [redirect] }
  const config = await openid.dynamicClientRegistration(new URL(origin), metadata, openid.None(), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const address = openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirect, scope: 'read', state: 'x' },
    ...{ code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  })
  const back = await approvedAt(as('ana'), address, 'read')
  const given = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: 'x' })
  expect(given.scope).toBe('read')
  const renewed = await openid.refreshTokenGrant(config, given.refresh_token ?? '')
  expect(renewed.access_token).not.toBe(given.access_token)
  await openid.tokenRevocation(config, renewed.access_token)
  await expect(openid.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test.for(engines)('%s: the official client of agents signs in by itself, and renews its token', async (engine) => {
  const { origin, as, database } = await listeningApp(engine)
  const ana = as('ana')
  await ana.post('/tasks/createTask', { title: 'Fix the login', status: 'Pending', priority: 'High' })
  const kept: Record<string, unknown> = {}
  const keep = (more: object) => void Object.assign(kept, more)
  const asked = () => kept.asked as URL
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:8976/oauth/callback',
    clientMetadata: { client_name: 'Robo Agent', redirect_uris: ['http://localhost:8976/oauth/callback'] },
    clientInformation: () => kept.client as ReturnType<OAuthClientProvider['clientInformation']>,
    saveClientInformation: (client) => keep({ client }),
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider['tokens']>,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization: (asked) => keep({ asked }),
    saveCodeVerifier: (verifier) => keep({ verifier }),
    codeVerifier: () => kept.verifier as string,
  }
  const serverUrl = new URL(`${origin}/mcp`)
  const connect = async () => {
    const client = new Client({ name: 'robo', version: '1' })
    const transport = new StreamableHTTPClientTransport(serverUrl, { authProvider: provider })
    onTestFinished(() => client.close())
    await client.connect(transport)
    return client
  }
  await expect(connect()).rejects.toThrow()
  expect(asked().searchParams.get('resource')).toBe(`${origin}/mcp`)
  expect(asked().searchParams.get('scope')).toBe('read write')
  const back = await approvedAt(ana, asked())
  const [authorizationCode, iss] = ['code', 'iss'].map((name) => back.searchParams.get(name) ?? '')
  expect(await auth(provider, { serverUrl, authorizationCode: authorizationCode ?? '', iss: iss ?? '' })).toBe(
    'AUTHORIZED',
  )
  const client = await connect()
  const listed = await client.callTool({ name: 'list_tasks', arguments: {} })
  expect(JSON.stringify(listed)).toContain('Fix the login')
  await client.callTool({ name: 'create_tasks', arguments: { tasks: [{ title: 'By the agent' }] } })

  // The token ends. The client renews it without a question.
  keep({ asked: undefined })
  await database.db.updateTable('tokens').set({ expires_at: 1 }).execute()
  const again = await connect()
  const history = await again.callTool({ name: 'task_history', arguments: { task: 2 } })
  expect(JSON.stringify(history)).toContain('ana via Robo Agent (agent)')
  expect(asked()).toBeUndefined()
  expect((await ana.get('/auth/tokens')).body.tokens).toMatchObject([{ name: 'Robo Agent', isRenewed: true }])
})
