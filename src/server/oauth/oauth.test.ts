import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import type { Browser } from '../../../test/browser.ts'
import { collect } from '../../../test/collect.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { approve, codeOf, programRequest, registered } from '../../../test/oauth.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { withToken } from '../../../test/tokens.ts'
import { makeLogger } from '../http/logging.ts'
import { users } from '../operator/users.ts'
import type { Config } from '../settings/config.ts'

const start = Date.parse('2026-11-16T12:00:00Z')
const issuer = 'http://localhost:80'
const minute = 60_000
const day = 24 * 60 * minute

/** An app with a clock that stands still, a user, and a program at another address. */
async function oauthApp(engine: Engine = 'sqlite', config: Partial<Config> = {}) {
  const clock = { now: start }
  const app = await testApp({ engine, config, dependencies: { clock: () => clock.now } })
  const program = app.visitor({ address: '192.0.2.7' })
  const ana = app.as('ana')
  await ana.user()
  return { ...app, clock, program, ana, works: (token: string) => works(app, token) }
}

const works = async (app: Parameters<typeof withToken>[0], token: string) =>
  (await withToken(app, token).get('/auth/whoami')).status === 200

/** Asks for the page's facts. */
const shown = (person: Pick<Browser, 'get'>, request: object) =>
  person.get(`/auth/authorize/request?${new URLSearchParams({ ...request })}`)

const exchange = (program: Browser, client_id: string, more: object) =>
  program.post('/auth/token', { grant_type: 'authorization_code', client_id, ...more })
const renew = (program: Browser, client_id: string, refresh_token: string) =>
  program.post('/auth/token', { grant_type: 'refresh_token', client_id, refresh_token })

/** A program that has signed in. */
async function signedIn({ program, ana }: { program: Browser; ana: Pick<Browser, 'send'> }, granted = 'write') {
  const client = await registered(program)
  const { verifier, request } = programRequest(client)
  const code = codeOf(await approve(ana, request, granted))
  const { body } = await exchange(program, client, { code, code_verifier: verifier })
  return { client, code, verifier, ...(body as { access_token: string; refresh_token: string }) }
}

test.for(engines)('%s: a user approves a program, and no secret is stored', async (engine) => {
  const { ana, program, database, works } = await oauthApp(engine)
  const client = await registered(program, { client_name: 'Robo\u202e\u200b' })
  const { verifier, request } = programRequest(client, { scope: 'read write offline_access' })
  const opened = await program.get(`/auth/authorize?${new URLSearchParams(request)}`)
  expect([opened.status, opened.location]).toEqual([303, `/taskdeck/#/authorize?${new URLSearchParams(request)}`])
  // Opening the address and looking at the request change nothing.
  const before = await everyRow(database)
  const refusal =
    'http://127.0.0.1:5555/callback?error=access_denied&error_description=The+user+has+refused.&state=st%26te%3D1&iss=http%3A%2F%2Flocalhost%3A80'
  expect((await shown(ana, request)).body).toEqual({
    ...{ name: 'Robo', site: null, returnsTo: '127.0.0.1:5555', returnKind: 'machine' },
    ...{ scope: 'write', problem: null, refusal },
  })
  expect((await shown(program, request)).status).toBe(401)
  expect(await everyRow(database)).toEqual(before)

  const approved = await approve(ana, request, 'read')
  const back = new URL(approved.body.redirect)
  expect(back.origin + back.pathname).toBe('http://127.0.0.1:5555/callback')
  const code = codeOf(approved)
  expect([...back.searchParams]).toEqual([
    ['code', code],
    ['state', 'st&te=1'],
    ['iss', issuer],
  ])
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: client,
    code,
    code_verifier: verifier,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const given = await program.send('POST', '/auth/token', form.toString(), { headers })
  const { access_token, refresh_token, ...rest } = given.body
  expect(rest).toEqual({ token_type: 'Bearer', scope: 'read', expires_in: 3_600 })
  expect(given.headers['cache-control']).toBe('no-store')
  expect(await works(access_token)).toBe(true)
  const rows = (await everyRow(database)).join()
  for (const secret of [
    code,
    access_token,
    refresh_token,
    verifier,
    refresh_token.slice(4, 26),
    refresh_token.slice(26),
  ])
    expect(rows).not.toContain(secret)
  const { tokens } = (await ana.get('/auth/tokens')).body
  // It ends if the program is not used for 60 days.
  expect(tokens).toMatchObject([
    { name: 'Robo', scope: 'read', isRenewed: true, expiresAt: new Date(start + 60 * day).toISOString() },
  ])
  const { events } = (await ana.get('/auth/security-events')).body
  expect(events.map(({ kind, about }: Record<string, string>) => [kind, about])).toContainEqual([
    'program approved',
    'Robo',
  ])
})

test('a code works once, for a minute, and only for its program, address and verifier', async () => {
  const { ana, program, clock, works } = await oauthApp()
  const client = await registered(program, { redirect_uris: ['http://127.0.0.1/callback', 'https://robo.example/cb'] })
  const other = await registered(program, { client_name: 'Other' })
  const attempt = async (more: object, laterMs = 0) => {
    const { verifier, request } = programRequest(client)
    const code = codeOf(await approve(ana, request))
    clock.now += laterMs
    const good = { code, code_verifier: verifier }
    const { status, body } = await exchange(program, client, { ...good, ...more })
    // A wrong attempt ends the code.
    if (status !== 200) expect((await exchange(program, client, good)).body.error).toBe('invalid_grant')
    return status === 200 ? 'given' : body.error
  }
  expect(await attempt({})).toBe('given')
  expect(await attempt({ redirect_uri: 'http://127.0.0.1:5555/callback', resource: `${issuer}/mcp` })).toBe('given')
  expect(await attempt({ code_verifier: randomBytes(32).toString('base64url') })).toBe('invalid_grant')
  expect(await attempt({ code_verifier: undefined })).toBe('invalid_grant')
  expect(await attempt({ client_id: other })).toBe('invalid_grant')
  expect(await attempt({ redirect_uri: 'https://robo.example/cb' })).toBe('invalid_grant')
  expect(await attempt({}, 60_000)).toBe('invalid_grant')

  const one = await signedIn({ program, ana })
  expect(await works(one.access_token)).toBe(true)
  const again = await exchange(program, one.client, { code: one.code, code_verifier: one.verifier })
  expect(again.body).toMatchObject({
    code: 'invalid_input',
    error: 'invalid_grant',
    error_description: again.body.message,
  })
  expect(await works(one.access_token)).toBe(false)
  expect((await renew(program, one.client, one.refresh_token)).body.error).toBe('invalid_grant')
  expect((await ana.get('/auth/security-events')).text).toContain('token used twice')
})

test('postgres: of exchanges of one code on two nodes, one gets a token, and the other one revokes it', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const one = await oauthApp('postgres', { databaseUrl })
  const other = await testApp({ engine: 'postgres', config: { databaseUrl } })
  const client = await registered(other.visitor())
  const { verifier, request } = programRequest(client)
  const good = { code: codeOf(await approve(one.ana, request)), code_verifier: verifier }
  const given = await Promise.all([one.program, other.visitor()].map((node) => exchange(node, client, good)))
  expect(given.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await one.works(given.find(({ status }) => status === 200)?.body.access_token)).toBe(false)
})

test('a refresh token works once; one that was used before revokes the token', async () => {
  const { ana, program, clock, works } = await oauthApp()
  const first = await signedIn({ program, ana })
  clock.now += 30 * minute
  const second = (await renew(program, first.client, first.refresh_token)).body
  expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true])
  // The token ends after an hour, and its list names the same token.
  clock.now += 61 * minute
  expect(await works(second.access_token)).toBe(false)
  const third = (await renew(program, first.client, second.refresh_token)).body
  expect((await ana.get('/auth/tokens')).body.tokens).toHaveLength(1)
  const foreign = await renew(program, await registered(program, { client_name: 'Thief' }), third.refresh_token)
  expect(foreign.body.error).toBe('invalid_grant')
  expect(await works(third.access_token)).toBe(true)

  const reused = await renew(program, first.client, first.refresh_token)
  expect(reused.body.error).toBe('invalid_grant')
  expect(await works(third.access_token)).toBe(false)
  expect((await renew(program, first.client, third.refresh_token)).body.error).toBe('invalid_grant')
})

test('a refresh token ends after 60 days without use, after a year, and with its token', async () => {
  const { ana, program, clock, database } = await oauthApp()
  const idle = await signedIn({ program, ana })
  clock.now += 60 * day
  expect((await renew(program, idle.client, idle.refresh_token)).body.error_description).toContain('expired')

  const later = await ana.elsewhere()
  const used = await signedIn({ program, ana: later })
  let last = used.refresh_token
  for (let month = 0; month < 12; month++) {
    clock.now += 30 * day
    last = (await renew(program, used.client, last)).body.refresh_token
  }
  clock.now += 5 * day
  expect((await renew(program, used.client, last)).body.error_description).toContain('expired')

  const again = await ana.elsewhere()
  const revoked = await signedIn({ program, ana: again })
  const { tokens } = (await again.get('/auth/tokens')).body
  await again.delete(`/auth/tokens/${tokens[0].id}`)
  expect((await renew(program, revoked.client, revoked.refresh_token)).body.error_description).toContain('revoked')
  expect(await database.db.selectFrom('oauth_grants').selectAll().execute()).toEqual([])
})

test('a browser is sent nowhere if the program or its address is unknown, and told why otherwise', async () => {
  const { ana, program } = await oauthApp()
  const client = await registered(program, {
    redirect_uris: ['http://127.0.0.1/callback', 'https://robo.example/cb?a=1'],
  })
  const { request } = programRequest(client)
  const redirects = [
    ...['https://evil.example/cb', 'https://robo.example/cb', 'https://robo.example/cb?a=1&b=2', '//evil.example'],
    ...['https://robo.example@evil.example/cb?a=1', 'https://robo.example:8443/cb?a=1', 'http://robo.example/cb?a=1'],
    ...['http://127.0.0.1.evil.example/callback', 'http://127.0.0.1:1/callback/..%2f', 'http://localhost/callback'],
    ...['javascript:alert(1)', 'http://127.0.0.1:5555/callback#x', 'http://127.0.0.1:5555/other', '\\\\evil.example'],
  ]
  for (const redirect_uri of redirects) {
    for (const answer of [
      await shown(ana, { ...request, redirect_uri }),
      await approve(ana, { ...request, redirect_uri }),
    ]) {
      expect([redirect_uri, answer.status, answer.body.error]).toEqual([redirect_uri, 400, 'invalid_request'])
      expect(answer.text).not.toContain('http')
    }
  }
  for (const client_id of ['', 'robo', `${client}A`, `tdc_${'A'.repeat(40)}`, 'tdc_', 'https://robo.example/'])
    expect((await shown(ana, { ...request, client_id })).status).toBe(400)
  // The port of this machine is free to choose.
  expect((await shown(ana, { ...request, redirect_uri: 'http://127.0.0.1:1/callback' })).body.problem).toBe(null)

  const problems = {
    unsupported_response_type: { response_type: 'token' },
    invalid_scope: { scope: 'admin' },
    invalid_target: { resource: 'https://evil.example/mcp' },
    invalid_request: { code_challenge_method: 'plain' },
  }
  for (const [error, wrong] of Object.entries(problems)) {
    const { status, body } = await shown(ana, { ...request, ...wrong })
    const told = new URL(body.refusal).searchParams
    expect([status, typeof body.problem, told.get('error'), told.get('iss')]).toEqual([200, 'string', error, issuer])
    expect((await approve(ana, { ...request, ...wrong })).body.error).toBe(error)
  }
  expect((await shown(ana, { ...request, code_challenge: '' })).body.problem).toContain('PKCE')
  const more = await approve(ana, { ...request, scope: 'read' }, 'write')
  expect(more.body.error).toBe('invalid_scope')
})

test('approval needs a session, a recent confirmation and our own page', async () => {
  const { ana, program, clock } = await oauthApp()
  const client = await registered(program)
  const { request } = programRequest(client)
  const { access_token } = await signedIn({ program, ana })
  const asToken = { headers: { authorization: `Bearer ${access_token}` } }
  expect(
    (await program.send('POST', '/auth/authorize/approve', { ...request, granted: 'write' }, asToken)).status,
  ).toBe(403)
  const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await approve(ana, request, 'write', fromElsewhere)).status).toBe(403)
  expect((await ana.send('GET', '/auth/authorize/approve')).status).toBe(404)
  clock.now += 11 * minute
  expect((await approve(ana, request)).status).toBe(403)
  await ana.post('/auth/prove', { password: credentials('ana').password })
  expect((await approve(ana, request)).status).toBe(200)
})

test('registrations are bounded and store nothing, however many there are', async () => {
  const { program, database } = await oauthApp()
  const register = (body: object) => program.post('/auth/register', body)
  const redirect_uris = ['http://localhost:1/cb', 'https://robo.example/cb', 'cursor://app/cb', 'com.example.robo:/cb']
  const { status, body } = await register({
    client_name: 'Robo',
    redirect_uris,
    token_endpoint_auth_method: 'client_secret_basic',
  })
  expect([status, body]).toEqual([
    201,
    {
      ...{
        client_id: expect.stringMatching(/^tdc_/),
        client_id_issued_at: start / 1_000,
        client_name: 'Robo',
        redirect_uris,
      },
      ...{
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
  ])
  const https = (length: number) => `https://robo.example/${'a'.repeat(length)}`
  const wrong: [object, string][] = [
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://robo.example/cb' }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill('https://robo.example/cb') }, 'invalid_redirect_uri'],
    [{ redirect_uris: [https(500)] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [https(450), https(451), https(452), https(453)] }, 'invalid_client_metadata'],
    [{ redirect_uris, client_name: 'a'.repeat(1_001) }, 'invalid_client_metadata'],
    [{ redirect_uris, client_name: { a: 1 } }, 'invalid_client_metadata'],
    ...[
      ...[
        'javascript:alert(1)',
        'javascript://x/%0aalert(1)',
        'data:text/html,x',
        'http://robo.example/cb',
        'ftp://robo.example',
      ],
      ...[
        'https://user:pw@robo.example/',
        'https://robo.example/#x',
        'https:\\\\robo.example',
        'blob:https://robo.example/x',
      ],
      ...['mailto:a@b.example', 'file:///etc/passwd', 'https://robo.example/a b', 'view-source:https://robo.example'],
    ].map((uri): [object, string] => [{ redirect_uris: [uri] }, 'invalid_redirect_uri']),
  ]
  for (const [given, error] of wrong) {
    const { status, body } = await register(given)
    expect([given, status, body.error]).toEqual([given, 400, error])
  }
  expect((await register({ redirect_uris, filler: 'a'.repeat(300_000) })).status).toBe(413)
  const before = await everyRow(database)
  for (let flood = 0; flood < 100; flood++) await registered(program, { client_name: `Robo ${flood}` })
  expect(await everyRow(database)).toEqual(before)
})

test('a program is described by the document at its address, which is a stranger', async () => {
  let answer: { status?: number; body?: unknown; headers?: Record<string, string> } = {}
  let reads = 0
  const server = createServer((_request, response) => {
    reads++
    response.writeHead(answer.status ?? 200, answer.headers)
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { ana, program, works, clock } = await oauthApp('sqlite', { allowedHookHosts: ['127.0.0.1'] })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const id = `http://${host}/robo.json`
  const document = { client_id: id, client_name: 'Robo Desktop', redirect_uris: ['http://localhost:3000/cb'] }
  const { verifier, request } = programRequest(id, { redirect_uri: 'http://localhost:4000/cb' })
  const ask = async (given: typeof answer, asked = request) => {
    answer = given
    const { status, body } = await shown(ana, asked)
    return status === 200 ? body.name : body.error
  }
  for (const wrong of [
    ...[{ ...document, client_id: `${id}2` }, { ...document, client_secret: 'x' }, [], 'nonsense', {}],
    { ...document, token_endpoint_auth_method: 'private_key_jwt' },
    { ...document, padding: 'a'.repeat(10_000) },
  ])
    expect(await ask({ body: wrong })).toBe('invalid_client')
  expect(await ask({ body: { ...document, redirect_uris: ['javascript:alert(1)'] } })).toBe('invalid_redirect_uri')
  expect(await ask({ status: 302, headers: { location: `http://${host}/other.json` }, body: document })).toBe(
    'invalid_client',
  )
  for (const client_id of [`${id}#x`, `http://${host}`, `http://a@${host}/robo.json`, `http://${host}/a/../robo.json`])
    expect(await ask({ body: document }, { ...request, client_id })).toBe('invalid_client')
  // Addresses of this network stay closed.
  for (const client_id of ['https://192.168.0.1/robo.json', 'https://[::1]/robo.json', 'https://169.254.169.254/x'])
    expect(await ask({ body: document }, { ...request, client_id })).toBe('invalid_client')

  const cached = { body: document, headers: { 'cache-control': 'public, max-age=600' } }
  expect(await ask(cached)).toBe('Robo Desktop')
  expect((await shown(ana, request)).body).toMatchObject({ site: host, returnsTo: 'localhost:4000' })
  const readsBefore = reads
  const code = codeOf(await approve(ana, request))
  expect(reads).toBe(readsBefore)
  const given = await exchange(program, id, { code, code_verifier: verifier })
  expect(await works(given.body.access_token)).toBe(true)
  clock.now += 601_000
  expect(await ask({ body: 'gone' })).toBe('invalid_client')
})

test('a program revokes its own token, and says what it wants in the words of OAuth', async () => {
  const { ana, program, works } = await oauthApp()
  const { client, access_token, refresh_token } = await signedIn({ program, ana })
  const revoke = (more: object) => program.post('/auth/revoke', { token_type_hint: 'access_token', other: 1, ...more })
  expect((await revoke({})).body).toMatchObject({ code: 'invalid_input', error: 'invalid_request' })
  const wrong = await revoke({ token: refresh_token, client_id: 'another' })
  expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant'])
  expect((await revoke({ token: 'unknown', client_id: client })).status).toBe(200)
  expect(await works(access_token)).toBe(true)
  expect((await revoke({ token: access_token, client_id: client })).status).toBe(200)
  expect(await works(access_token)).toBe(false)
  expect((await renew(program, client, refresh_token)).body.error).toBe('invalid_grant')

  const ask = async (body: object) => (await program.post('/auth/token', body)).body.error
  expect(await ask({ grant_type: 'password', client_id: client })).toBe('unsupported_grant_type')
  expect(await ask({ grant_type: 'authorization_code', code: 'x' })).toBe('invalid_request')
  expect(await ask({ grant_type: 'refresh_token', client_id: client })).toBe('invalid_request')
  expect(await ask({ grant_type: 'refresh_token', client_id: client, refresh_token: 'tdr_x' })).toBe('invalid_grant')
  expect(
    await ask({ grant_type: 'authorization_code', client_id: client, code: 'x', resource: 'https://e.example' }),
  ).toBe('invalid_target')
})

test('a disabled account gives no tokens to programs, and keeps their approvals until it is enabled', async () => {
  const { ana, program, config, works } = await oauthApp()
  const { client, refresh_token } = await signedIn({ program, ana })
  const { verifier, request } = programRequest(client)
  const code = codeOf(await approve(ana, request))
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
  await printedBy(users, env, 'disable', 'ana@example.com')
  const askAll = async () => [
    await exchange(program, client, { code, code_verifier: verifier }),
    await renew(program, client, refresh_token),
  ]
  expect((await askAll()).map(({ status, body }) => [status, body.error])).toEqual([
    [400, 'invalid_grant'],
    [400, 'invalid_grant'],
  ])
  await printedBy(users, env, 'enable', 'ana@example.com')
  for (const { status, body } of await askAll()) {
    expect([status, body.message]).toEqual([200, undefined])
    expect(await works(body.access_token)).toBe(true)
  }
})

test('programs that are refused are events of their user, and lines in the log with the reason', async () => {
  const { stream, lines, text } = collect(false)
  const app = await testApp({ dependencies: { log: makeLogger('info', stream) } })
  const program = app.visitor({ address: '192.0.2.7' })
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const { client, access_token, refresh_token } = await signedIn({ program, ana })
  const { verifier, request } = programRequest(client)
  const code = codeOf(await approve(ana, request))
  let seen = lines().length
  const news = () => {
    const fresh = lines().slice(seen)
    seen += fresh.length
    return fresh.filter(({ event }) => event).map(({ event, user, reason }) => [event, user, reason])
  }
  const failed = 'program sign-in failed'

  const { body: refusal } = await ana.post('/auth/authorize/refuse', request)
  expect(Object.fromEntries(new URL(refusal.redirect).searchParams)).toMatchObject({
    ...{ error: 'access_denied', state: 'st&te=1' },
  })
  expect(news()).toEqual([['program refused', owner, undefined]])
  for (const person of [program, withToken(app, access_token)])
    expect((await person.post('/auth/authorize/refuse', request)).status).toBeGreaterThanOrEqual(401)
  expect(news()).toEqual([])

  await shown(ana, { ...request, redirect_uri: 'https://evil.example/cb' })
  await shown(ana, { ...request, client_id: 'tdc_unknown' })
  await shown(ana, { ...request, code_challenge_method: 'plain' })
  await approve(ana, { ...request, redirect_uri: 'https://evil.example/cb' })
  await ana.post('/auth/authorize/refuse', { ...request, redirect_uri: 'https://evil.example/cb' })
  await exchange(program, 'tdc_another', { code, code_verifier: verifier })
  await renew(program, 'tdc_another', refresh_token)
  await program.post('/auth/revoke', { token: refresh_token, client_id: 'tdc_another' })
  expect(news()).toEqual([
    [failed, owner, 'invalid_request'],
    [failed, owner, 'invalid_client'],
    [failed, owner, 'invalid_request'],
    [failed, owner, 'invalid_request'],
    [failed, owner, 'invalid_request'],
    [failed, owner, 'invalid_grant'],
    [failed, owner, 'invalid_grant'],
    [failed, owner, 'invalid_grant'],
  ])
  await exchange(program, client, { code: 'a guess', code_verifier: verifier })
  expect(news()).toEqual([[failed, undefined, 'invalid_grant']])
  const { device_code } = (await program.post('/auth/device/code', { client_id: 'cli' })).body
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  expect((await program.post('/auth/token', { grant_type, client_id: 'cli', device_code })).status).toBe(400)
  expect(news()).toEqual([])
  for (const secret of [code, verifier, access_token, refresh_token, 'evil.example', 'Robo'])
    expect(text()).not.toContain(secret)

  const { events } = (await ana.get('/auth/security-events')).body
  const kept = events.map(({ kind, about, address, count, mark }: Record<string, unknown>) => [
    ...[kind, about, address, count, mark],
  ])
  expect(kept).toContainEqual([failed, null, '127.0.0.1', 5, 'many failures'])
  expect(kept).toContainEqual([failed, 'Robo', '192.0.2.7', 3, 'many failures'])
  expect(kept).toContainEqual(['program refused', 'Robo', '127.0.0.1', 1, null])
})

test('an agent without a token learns where it gets one, and other programs are asked for a token only', async () => {
  const { visitor } = await testApp({ config: { publicUrl: 'https://deck.example', publicHost: 'deck.example' } })
  const program = visitor()
  const at = (url: string, headers = {}) =>
    program.send('POST', url, {}, { headers: { host: 'deck.example', ...headers } })
  const metadata =
    'resource_metadata="https://deck.example/.well-known/oauth-protected-resource/mcp", scope="read write"'
  expect((await at('/mcp')).headers['www-authenticate']).toBe(`Bearer ${metadata}`)
  const wrong = await at('/mcp', { authorization: 'Bearer tdk_wrong' })
  expect(wrong.headers['www-authenticate']).toBe(`Bearer error="invalid_token", ${metadata}`)
  expect((await at('/tasks/createTask')).headers['www-authenticate']).toBe('Bearer')
  const read = async (path: string) =>
    (await program.send('GET', path, undefined, { headers: { host: 'deck.example' } })).body
  expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
    resource: 'https://deck.example/mcp',
    authorization_servers: ['https://deck.example'],
  })
  expect((await read('/.well-known/oauth-protected-resource')).resource).toBe('https://deck.example')
  expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
    issuer: 'https://deck.example',
    token_endpoint: 'https://deck.example/auth/token',
    code_challenge_methods_supported: ['S256'],
  })
})
