import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { openIdApp, settingsOf, throughProvider } from '../../../test/openid.ts'
import { type ProviderShape, startOpenIdProvider } from '../../../test/openid-provider.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'

const olga = { sub: 'o-1', email: 'Olga@Example.com', email_verified: true, name: 'Olga O.' }
const dashboard = '/taskdeck/#/dashboard'
const problem = (name: string) => `/taskdeck/#/auth?oidc=${name}`

const shapes: [string, ProviderShape][] = [
  ['like Google', {}],
  ['that sends email and name only when asked', { sendsClaimsApart: true }],
  ['that signs with elliptic curves', { algorithm: 'ES256' }],
  ['that takes the secret of the client only in the body', { authentication: 'client_secret_post' }],
  ['that takes the secret of the client only in the header', { authentication: 'client_secret_basic' }],
]

test.for(shapes)('a provider %s signs up a new user, and later signs the same user in', async ([, shape]) => {
  const { provider, visitor } = await openIdApp({ shape })
  provider.account = olga
  const browser = visitor()
  const back = await throughProvider(browser)
  expect([back.status, back.location]).toEqual([302, dashboard])
  const { user, hasPassword, google, identities } = (await browser.get('/auth/account')).body
  expect(user).toMatchObject({ username: 'Olga O.', email: 'Olga@Example.com' })
  expect([hasPassword, google]).toEqual([false, null])
  const id = expect.stringMatching(/^[\w-]{22}$/)
  expect(identities).toEqual([
    { id, provider: 'oidc', name: 'Authentik', email: 'Olga@Example.com', linkedAt: expect.any(String) },
  ])
  provider.account = { sub: 'o-1', name: 'Another name' }
  const again = visitor()
  expect((await throughProvider(again)).location).toBe(dashboard)
  expect((await again.get('/auth/verify')).body.user).toEqual(user)
})

test.for(engines)(
  '%s: an email that the provider has not verified neither links nor creates an account',
  async (engine) => {
    const { provider, as, visitor, database } = await openIdApp({ engine, settings: { trustsEmail: true } })
    await as('ana').user()
    for (const email of ['ana@example.com', 'olga@example.com']) {
      provider.account = { ...olga, email, email_verified: false }
      expect((await throughProvider(visitor())).location).toBe(problem('unverified'))
    }
    expect(await database.db.selectFrom('identities').selectAll().execute()).toEqual([])
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(200)
  },
)

test.for(engines)(
  '%s: an email that the provider says nothing about counts only if the operator trusts it',
  async (engine) => {
    const said = { sub: 'o-1', email: 'ana@example.com' }
    const strict = await openIdApp({ engine })
    strict.provider.account = said
    expect((await throughProvider(strict.visitor())).location).toBe(problem('unverified'))

    const trusting = await openIdApp({ engine, settings: { trustsEmail: true } })
    const { _id } = await trusting.as('ana').user()
    trusting.provider.account = said
    const browser = trusting.visitor()
    expect((await throughProvider(browser)).location).toBe(dashboard)
    expect((await browser.get('/auth/verify')).body.user._id).toBe(_id)
    // Taken over, as with Google.
    expect((await trusting.as('ana').get('/auth/verify')).status).toBe(401)
    expect((await trusting.visitor().post('/auth/login', credentials('ana'))).status).toBe(401)
  },
)

test('a provider that sends no email signs in only accounts that have linked it', async () => {
  const { provider, as, visitor } = await openIdApp({ settings: { trustsEmail: true } })
  provider.account = { sub: 'o-1' }
  expect((await throughProvider(visitor())).location).toBe(problem('no_email'))
  const back = await throughProvider(as('ana'), { purpose: 'link-in-settings' })
  expect(back.location).toBe('/taskdeck/#/settings/security')
  expect((await as('ana').get('/auth/account')).body.identities).toMatchObject([{ provider: 'oidc', email: '' }])
  const browser = visitor()
  expect((await throughProvider(browser)).location).toBe(dashboard)
  expect((await browser.get('/auth/verify')).body.user.username).toBe('ana')
})

test.for([
  ['groups', { groups: ['staff', 'family'] }, dashboard],
  ['groups', { groups: ['staff'] }, problem('not_in_group')],
  ['groups', {}, problem('not_in_group')],
  ['roles', { groups: ['family'] }, problem('not_in_group')],
] as const)('only members of a group sign in: claim %s, %j', async ([groupsClaim, claims, end]) => {
  for (const shape of [{}, { sendsClaimsApart: true }]) {
    const { provider, visitor, as } = await openIdApp({
      shape,
      settings: { groups: ['family', 'admins'], groupsClaim },
    })
    provider.account = {
      ...olga,
      ...claims,
      ...('groups' in claims ? { groups: [...claims.groups] } : {}),
    } as typeof olga
    expect((await throughProvider(visitor())).location).toBe(end)
    if (end === dashboard) continue
    const link = await throughProvider(as('ana'), { purpose: 'link-in-settings' })
    expect(link.location).toBe('/taskdeck/#/settings/security?oidc=not_in_group')
  }
})

test.for([
  ['a moment ago', 1, true],
  ['nine minutes ago', 540, true],
  ['an hour ago', 3_600, false],
  ['without saying when', undefined, false],
] as const)(
  'a confirmation by a provider where the user has signed in %s is accepted only if it is known to be fresh',
  async ([, secondsAgo, isAccepted]) => {
    const { provider, visitor } = await openIdApp()
    provider.account = olga
    const browser = visitor()
    await throughProvider(browser)
    const authTime = secondsAgo && Math.floor(Date.now() / 1000) - secondsAgo
    provider.forge = (token) => provider.changed(token, { auth_time: authTime })
    for (const [purpose, page] of [
      ['prove', '/settings'],
      ['prove-for-profile', '/profile'],
    ] as const) {
      const back = await throughProvider(browser, { purpose })
      expect(back.location).toBe(`/taskdeck/#${page}${isAccepted ? '' : '?oidc=not_fresh'}`)
    }
  },
)

test('after a change of its keys, the provider signs users in at once, and with the old key no more', async () => {
  const { provider, visitor } = await openIdApp()
  provider.account = olga
  const old = await provider.logoutToken({ sub: olga.sub })
  expect((await throughProvider(visitor())).location).toBe(dashboard)
  provider.rotate()
  expect((await throughProvider(visitor())).location).toBe(dashboard)
  expect((await visitor().post('/auth/openid/oidc/logout', { logout_token: old })).status).toBe(400)
})

test('a provider that does not answer keeps nothing from starting, its button says so, and it works as soon as it answers', async () => {
  let now = Date.now()
  const { provider, visitor } = await openIdApp({ dependencies: { clock: () => now } })
  provider.account = olga
  await provider.pause()
  const buttons = async () => (await visitor().get('/auth/signups')).body.providers
  expect((await visitor().get('/auth/openid/oidc')).location).toBe(problem('unreachable'))
  expect(await buttons()).toEqual([{ id: 'oidc', name: 'Authentik', trouble: 'unreachable' }])
  await provider.resume()
  expect((await throughProvider(visitor())).location).toBe(dashboard)
  expect(await buttons()).toEqual([{ id: 'oidc', name: 'Authentik', trouble: null }])
  // What it said an hour ago is still used while it does not answer.
  now += 2 * 3_600_000
  await provider.pause()
  expect((await visitor().get('/auth/openid/oidc')).location).toContain(provider.issuer)
})

test('a provider whose issuer is another one than was set signs nobody in, and its button says so', async () => {
  const provider = await startOpenIdProvider()
  const issuer = provider.issuer.replace('127.0.0.1', 'localhost')
  const { visitor } = await openIdApp({ config: { openId: [settingsOf({ ...provider, issuer })] } })
  expect((await visitor().get('/auth/openid/oidc')).location).toBe(problem('misconfigured'))
  expect((await visitor().get('/auth/signups')).body.providers).toMatchObject([{ trouble: 'misconfigured' }])
  await provider.stop()
})

test.for(engines)('%s: users link several providers, sign in with each, and keep the last way in', async (engine) => {
  const second = await startOpenIdProvider()
  const google = await startOpenIdProvider()
  const first = await startOpenIdProvider()
  const openId = [settingsOf(first), settingsOf(second, { id: 'oidc-2', name: 'Kanidm' })]
  const { as, visitor, config } = await openIdApp({ engine, config: { openId, google } })
  first.allow(`${config.publicUrl}/auth/openid/oidc/callback`)
  second.allow(`${config.publicUrl}/auth/openid/oidc-2/callback`)
  google.allow(`${config.publicUrl}/auth/google/callback`)
  for (const one of [first, second, google]) one.account = olga
  const browser = visitor()
  expect((await throughProvider(browser)).location).toBe(dashboard)
  // The same address at another provider takes nothing over.
  expect((await throughProvider(visitor(), {}, 'oidc-2')).location).toBe('/taskdeck/#/auth?oidc-2=linked_elsewhere')
  const identities = async () => (await browser.get('/auth/account')).body.identities
  const [only] = await identities()
  const refused = await browser.delete(`/auth/identities/${only.id}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Add another way first: this is your last way to sign in.',
  ])
  await throughProvider(browser, { purpose: 'link-in-settings' }, 'oidc-2')
  await throughGoogle(browser, { purpose: 'link' })
  expect((await identities()).map(({ name }: { name: string }) => name)).toEqual(['Authentik', 'Kanidm', 'Google'])
  const again = visitor()
  expect((await throughProvider(again, {}, 'oidc-2')).location).toBe(dashboard)
  expect((await again.get('/auth/verify')).body.user._id).toBe((await browser.get('/auth/verify')).body.user._id)
  const gone = await browser.delete(`/auth/identities/${only.id}`)
  expect([gone.status, gone.body]).toEqual([200, { message: 'Authentik unlinked.' }])
  expect((await browser.delete(`/auth/identities/${only.id}`)).status).toBe(404)
  expect((await as('ana').delete(`/auth/identities/${(await identities())[0].id}`)).status).toBe(404)
  // A provider that is no longer linked proves nothing.
  const proof = await throughProvider(browser, { purpose: 'prove' })
  expect(proof.location).toBe('/taskdeck/#/settings?oidc=other_account')
  for (const one of [first, second, google]) await one.stop()
})

test('a sign-in that begins at one provider does not end at another', async () => {
  const { provider, visitor, config } = await openIdApp({
    config: { google: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' } },
  })
  provider.account = olga
  const browser = visitor()
  const left = new URL((await browser.get('/auth/openid/oidc')).location ?? '')
  const state = left.searchParams.get('state')
  expect(left.searchParams.get('redirect_uri')).toBe(`${config.publicUrl}/auth/openid/oidc/callback`)
  expect((await browser.get(`/auth/google/callback?code=1&state=${state}`)).location).toBe(
    '/taskdeck/#/auth?google=failed',
  )
  expect((await browser.get('/auth/openid/oidc-2')).location).toBe('/taskdeck/#/auth?oidc-2=not_configured')
  expect((await browser.get('/auth/openid/google')).status).toBe(400)
})

test('an account with one-time codes asks for one after the provider, and the provider does not take such an account over', async () => {
  const now = Date.UTC(2026, 10, 18, 9)
  const { provider, as, visitor } = await openIdApp({ dependencies: { clock: () => now } })
  const ana = as('ana')
  await ana.user()
  provider.account = { ...olga, email: 'ana@example.com' }
  await turnOnCodes(ana, () => now)
  expect((await throughProvider(visitor())).location).toBe(problem('second_factor'))
  await throughProvider(ana, { purpose: 'link-in-settings' })
  const browser = visitor()
  expect((await throughProvider(browser)).location).toBe('/taskdeck/#/auth?step=code')
  expect((await browser.get('/auth/verify')).status).toBe(401)
  // The provider alone confirms nothing, either.
  expect((await throughProvider(ana, { purpose: 'prove' })).location).toBe('/taskdeck/#/settings?oidc=code_needed')
})

test('Google and a provider of the operator are shown in this order', async () => {
  const { visitor } = await googleApp({
    config: { openId: [settingsOf({ issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'y' })] },
  })
  const { body } = await visitor().get('/auth/signups')
  expect(body).toMatchObject({
    passwords: 'on',
    signups: 'open',
    providers: [{ id: 'google', name: 'Google' }, { id: 'oidc' }],
  })
})
