import { expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { liveApp, openStream } from '../../../test/live.ts'
import { openIdApp, throughProvider } from '../../../test/openid.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'

const olga = { sub: 'o-1', email: 'olga@example.com', email_verified: true, name: 'Olga O.' }
const isIn = async (browser: Pick<Browser, 'get'>) => (await browser.get('/auth/verify')).status === 200

test('signing out leads to the page of the provider that ends its session, if it has one and the session began there', async () => {
  const { provider, visitor, as } = await openIdApp()
  provider.account = olga
  const browser = visitor()
  await throughProvider(browser)
  const { body } = await browser.post('/auth/logout')
  const { origin, searchParams } = new URL(body.signOutAt)
  expect([body.message, origin]).toEqual(['Signed out.', provider.issuer])
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: provider.clientId,
    post_logout_redirect_uri: 'http://localhost:3000/taskdeck/',
    id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  })
  // The provider knows the address and the token.
  expect((await fetch(body.signOutAt, { redirect: 'manual' })).status).toBe(200)
  expect(await isIn(browser)).toBe(false)
  await as('ana').user()
  expect((await as('ana').post('/auth/logout')).body).toEqual({ message: 'Signed out.' })
})

test.for([
  ['a provider without such a page', { shape: { hasNoSignOut: true } }],
  ['an operator who does not want it', { settings: { signsOut: false } }],
] as const)('signing out ends here: %s', async ([, world]) => {
  const { provider, visitor, database } = await openIdApp(world)
  provider.account = olga
  const browser = visitor()
  await throughProvider(browser)
  const { id_token } = await database.db.selectFrom('sessions').select('id_token').executeTakeFirstOrThrow()
  expect(id_token === null).toBe('settings' in world)
  expect((await browser.post('/auth/logout')).body).toEqual({ message: 'Signed out.' })
  expect(await isIn(browser)).toBe(false)
})

test('a new password and a second factor keep the way out of the provider', async () => {
  const now = Date.UTC(2026, 10, 18, 9)
  let passed = 0
  const clock = () => now + passed
  const { provider, visitor, database } = await openIdApp({ dependencies: { clock } })
  provider.account = olga
  const browser = visitor()
  await throughProvider(browser)
  await browser.put('/auth/password', { password: 'a first password' })
  const code = await turnOnCodes(browser, clock)
  const other = visitor()
  await throughProvider(other)
  passed += 60_000
  expect((await other.post('/auth/login/code', { code: code.code() })).status).toBe(200)
  const rows = await database.db.selectFrom('sessions').select(['subject', 'issuer']).execute()
  expect(rows).toEqual([
    { subject: 'o-1', issuer: provider.issuer },
    { subject: 'o-1', issuer: provider.issuer },
  ])
  for (const one of [browser, other]) expect((await one.post('/auth/logout')).body.signOutAt).toContain(provider.issuer)
})

test.for(engines)('%s: the provider ends the sessions of its user on every node, and no others', async (engine) => {
  const { provider, visitor, as, database } = await openIdApp({ engine })
  provider.account = olga
  const [laptop, phone, stranger] = [visitor(), visitor(), visitor()]
  for (const browser of [laptop, phone]) await throughProvider(browser)
  provider.account = { ...olga, sub: 'o-2', email: 'other@example.com' }
  await throughProvider(stranger)
  await as('ana').user()
  await database.db.updateTable('sessions').set({ sid: 's-1' }).where('subject', '=', 'o-1').execute()
  const logout = async (claims: Record<string, string>) => {
    const logout_token = await provider.logoutToken(claims)
    const body = new URLSearchParams({ logout_token }).toString()
    return visitor().send('POST', '/auth/openid/oidc/logout', body, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }
  expect((await logout({ sid: 's-2' })).status).toBe(200)
  expect((await logout({ sub: 'o-1', sid: 's-2' })).status).toBe(200)
  expect([await isIn(laptop), await isIn(phone)]).toEqual([true, true])
  expect((await logout({ sub: 'o-1', sid: 's-1' })).status).toBe(200)
  expect([await isIn(laptop), await isIn(phone), await isIn(stranger), await isIn(as('ana'))]).toEqual([
    ...[false, false],
    ...[true, true],
  ])
  expect((await logout({ sub: 'o-2' })).status).toBe(200)
  expect(await isIn(stranger)).toBe(false)
  const { events } = await eventsOf(as('ana'))
  expect(events.filter(({ kind }) => kind.startsWith('signed out'))).toEqual([])
})

const eventsOf = async (browser: Pick<Browser, 'get'>) =>
  (await browser.get('/auth/security-events')).body as { events: { kind: string; about: string | null }[] }

test('a logout token that is forged, old, for another program, or an ID token, ends nothing', async () => {
  const { provider, visitor } = await openIdApp()
  provider.account = olga
  const browser = visitor()
  await throughProvider(browser)
  let idToken = ''
  provider.forge = (token) => {
    idToken = token
    return token
  }
  await throughProvider(visitor())
  const good = await provider.logoutToken({ sub: 'o-1' })
  const [head, , signature] = good.split('.')
  const forged = `${head}.${Buffer.from(JSON.stringify({ iss: provider.issuer, sub: 'o-1' })).toString('base64url')}.${signature}`
  const old = await provider.logoutToken({ sub: 'o-1' }, 'logout+jwt', { iat: Math.floor(Date.now() / 1000) - 1_000 })
  const elsewhere = await provider.logoutToken({ sub: 'o-1' }, 'logout+jwt', { aud: 'another program' })
  const withNonce = await provider.logoutToken({ sub: 'o-1', nonce: 'x' })
  const nobody = await provider.logoutToken({})
  for (const logout_token of [idToken, forged, old, elsewhere, withNonce, nobody, 'x', '', `${good}x`]) {
    const { status, body } = await visitor().post('/auth/openid/oidc/logout', { logout_token })
    expect([logout_token, status, body.error]).toEqual([logout_token, 400, 'invalid_request'])
  }
  expect((await visitor().post('/auth/openid/oidc-3/logout', { logout_token: good })).status).toBe(404)
  expect(await isIn(browser)).toBe(true)
})

test('postgres: signing out at the provider ends the session and its streams on two nodes within a second', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  let address = ''
  const tells = () => `${address}/auth/openid/oidc/logout`
  const { provider, visitor, app } = await openIdApp({ shape: { tells }, config: { databaseUrl }, listens: true })
  address = app.listeningOrigin
  const other = await liveApp({ config: { databaseUrl } })
  provider.account = olga
  const [laptop, phone] = [visitor(), visitor()]
  const cookies = new Map<string, string>()
  await throughProvider(laptop, { cookies })
  await throughProvider(phone)
  const elsewhere = other.visitor()
  for (const [name, value] of laptop.cookies) elsewhere.cookies.set(name, value)
  const cookie = [...laptop.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = await openStream(other.origin, { cookie })
  expect(stream.status).toBe(200)
  expect([await isIn(laptop), await isIn(phone), await isIn(elsewhere)]).toEqual([true, true, true])

  const header = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const page = await fetch(`${provider.issuer}/session/end`, { headers: header() })
  for (const line of page.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  await fetch(`${provider.issuer}/session/end/confirm`, { method: 'POST', headers: header(), body, redirect: 'manual' })
  const began = performance.now()
  await stream.ended()
  expect(performance.now() - began).toBeLessThan(1_000)
  expect([await isIn(laptop), await isIn(elsewhere), await isIn(phone)]).toEqual([false, false, true])
})

test('the provider also ends sign-ins that wait for a one-time code', async () => {
  let now = Date.UTC(2026, 10, 18, 9)
  const clock = () => now
  const { provider, visitor } = await openIdApp({ dependencies: { clock } })
  provider.account = olga
  const browser = visitor()
  await throughProvider(browser)
  const code = await turnOnCodes(browser, clock)
  const other = visitor()
  await throughProvider(other)
  now += 60_000
  const body = new URLSearchParams({
    logout_token: await provider.logoutToken({ sub: 'o-1' }, undefined, { iat: now / 1000 }),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await visitor().send('POST', '/auth/openid/oidc/logout', body.toString(), { headers })
  expect(answer.status).toBe(200)
  expect((await other.post('/auth/login/code', { code: code.code() })).status).toBe(401)
  expect([await isIn(browser), await isIn(other)]).toEqual([false, false])
})

test('a logout token that is sent again ends no later session', async () => {
  let now = Date.now()
  const { provider, visitor } = await openIdApp({ dependencies: { clock: () => now } })
  provider.account = olga
  const logout_token = await provider.logoutToken({ sub: 'o-1' })
  now += 4 * 60_000
  const browser = visitor()
  await throughProvider(browser)
  expect((await visitor().post('/auth/openid/oidc/logout', { logout_token })).status).toBe(200)
  expect(await isIn(browser)).toBe(true)
})

test('guesses of logout tokens are limited by address, and real ones are not counted', async () => {
  const { provider, visitor } = await openIdApp()
  for (let count = 0; count < 61; count++) {
    const logout_token = await provider.logoutToken({ sub: 'o-1' })
    expect((await visitor().post('/auth/openid/oidc/logout', { logout_token })).status).toBe(200)
  }
  const statuses = new Set<number>()
  for (let count = 0; count < 61; count++) {
    statuses.add((await visitor().post('/auth/openid/oidc/logout', { logout_token: 'x' })).status)
  }
  expect([...statuses]).toEqual([400, 429])
})

test('passwords for signing in only create no accounts, and no passwords at all sign nobody in', async () => {
  const some = await openIdApp({ config: { passwords: 'sign-in' } })
  const signup = (app: typeof some) => app.visitor().post('/auth/signup', { username: 'ana', ...credentials('ana') })
  const refused = await signup(some)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This server creates no accounts with a password. Sign in with Authentik.',
  ])
  some.provider.account = olga
  const browser = some.visitor()
  await throughProvider(browser)
  expect((await browser.put('/auth/password', { password: 'a first password' })).status).toBe(200)
  const login = { email: olga.email, password: 'a first password' }
  expect((await some.visitor().post('/auth/login', login)).status).toBe(200)

  const none = await openIdApp({ config: { passwords: 'off', databaseUrl: some.config.databaseUrl } })
  none.provider.account = { ...olga, sub: 'o-3', email: 'third@example.com' }
  const third = none.visitor()
  expect((await throughProvider(third)).location).toBe('/taskdeck/#/dashboard')
  const asked = [
    await none.visitor().post('/auth/login', login),
    await signup(none),
    await third.put('/auth/password', { password: 'a first password' }),
    await third.post('/auth/prove', { password: 'a first password' }),
    await none.visitor().post('/auth/forgotPassword', { email: olga.email }),
    await none.visitor().post('/auth/resetPassword', { token: 'x', password: 'a first password' }),
  ]
  for (const { status, body } of asked) {
    expect([status, body.message]).toEqual([403, 'This server has no passwords. Sign in with Authentik.'])
  }
  expect((await none.visitor().get('/auth/signups')).body).toMatchObject({ passwords: 'off' })
  // A stored password proves nothing and keeps no last way in, and its account is deleted after a fresh sign-in.
  await none.database.db
    .updateTable('users')
    .set({ password_hash: 'x' })
    .where('email', '=', 'third@example.com')
    .execute()
  const { hasPassword, identities } = (await third.get('/auth/account')).body
  expect(hasPassword).toBe(false)
  expect((await third.delete(`/auth/identities/${identities[0].id}`)).status).toBe(409)
  expect((await third.post('/auth/delete', {})).status).toBe(200)
})
