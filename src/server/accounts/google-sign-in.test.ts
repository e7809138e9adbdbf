import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { googleApp, goToGoogle, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

const gina = { sub: '1', email: 'Gina@Example.com', email_verified: true, name: 'Gina G.' }

test.for(engines)('%s: a new user gets an account with the name and picture from Google', async (engine) => {
  const { google, visitor } = await googleApp({ engine })
  google.account = { ...gina, picture: 'https://pictures.example/gina.png' }
  const browser = visitor()
  const back = await throughGoogle(browser)
  expect([back.status, back.location]).toEqual([302, '/taskdeck/#/dashboard'])
  const { user, hasPassword, google: linked } = (await browser.get('/auth/account')).body
  expect(user).toEqual({
    _id: expect.any(String),
    username: 'Gina G.',
    email: 'Gina@Example.com',
    image: 'https://pictures.example/gina.png',
  })
  expect([hasPassword, linked.email]).toEqual([false, 'Gina@Example.com'])
  const login = { email: gina.email, password: '' }
  expect((await visitor().post('/auth/login', login)).status).toBe(401)
})

test('a user who has chosen to start with Today is sent there', async () => {
  const { google, visitor } = await googleApp()
  google.account = gina
  const browser = visitor()
  await throughGoogle(browser)
  await browser.put('/auth/preferences', { start: 'today' })
  expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/today')
})

test.for([
  'http://pictures.example/gina.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '//pictures.example/gina.png',
  '/auth/logout',
])('a picture at %s is not taken over', async (picture) => {
  const { google, visitor } = await googleApp()
  google.account = { ...gina, picture }
  const browser = visitor()
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user.image).toBe(null)
})

test.for([
  [undefined, 'Gina'],
  ['   ', 'Gina'],
  ['x'.repeat(60), 'x'.repeat(50)],
] as const)('the Google name %j becomes the username %s', async ([name, username]) => {
  const { google, visitor } = await googleApp()
  const { name: _, ...nameless } = gina
  google.account = name === undefined ? nameless : { ...gina, name }
  const browser = visitor()
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user.username).toBe(username)
})

test.for(engines)('%s: an existing account is found by the Google subject, not by email', async (engine) => {
  const { google, visitor, as, database } = await googleApp({ engine })
  await as('ana').user()
  const first = visitor()
  google.account = gina
  await throughGoogle(first)
  const { user } = (await first.get('/auth/verify')).body

  for (const email of ['gina@elsewhere.example', 'ana@example.com']) {
    google.account = { ...gina, email, email_verified: email !== 'ana@example.com', name: 'Another name' }
    const browser = visitor()
    await throughGoogle(browser)
    expect((await browser.get('/auth/verify')).body.user).toEqual(user)
  }
  expect((await as('ana').get('/auth/account')).body).toMatchObject({ hasPassword: true, google: null })
  expect(await database.db.selectFrom('users').select('email').orderBy('email').execute()).toHaveLength(2)
})

test.for(engines)('%s: every sign-in creates a new token and ends the previous session', async (engine) => {
  const { google, visitor, as } = await googleApp({ engine })
  google.account = gina
  const ana = as('ana')
  await ana.user()
  const before = new Map(ana.cookies)
  await throughGoogle(ana)
  expect((await ana.get('/auth/verify')).body.user.username).toBe('Gina G.')
  const thief = visitor()
  for (const [name, value] of before) thief.cookies.set(name, value)
  expect((await thief.get('/auth/verify')).status).toBe(401)
})

test.for(engines)(
  '%s: a verified email takes over the account with that email, and its old password and tokens stop working',
  async (engine) => {
    const { google, visitor, as } = await googleApp({ engine })
    const [ana, bo] = [as('ana'), as('bo')]
    const { _id } = await ana.user()
    await bo.user()
    const { token } = await makeToken(ana)
    google.account = { ...gina, email: 'ANA@example.com' }
    const browser = visitor()
    expect((await throughGoogle(browser)).location).toBe('/taskdeck/#/dashboard')
    const { user, hasPassword, google: linked } = (await browser.get('/auth/account')).body
    expect([user._id, user.username, hasPassword, linked.email]).toEqual([_id, 'ana', false, 'ANA@example.com'])
    expect((await ana.get('/auth/verify')).status).toBe(401)
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(401)
    expect((await withToken({ visitor }, token).get('/tasks/getTasks')).status).toBe(401)
    expect((await bo.get('/auth/verify')).status).toBe(200)
  },
)

test.for(engines)('%s: an unverified email neither takes over nor creates an account', async (engine) => {
  const { google, visitor, as, database } = await googleApp({ engine })
  const ana = as('ana')
  await ana.user()
  const { email_verified: _, ...unsaid } = gina
  const claims = [{ ...gina, email_verified: false }, unsaid, { ...gina, email_verified: 'true' as never }]
  for (const account of claims) {
    for (const email of ['ana@example.com', 'gina@example.com']) {
      google.account = { ...account, email }
      const browser = visitor()
      const back = await throughGoogle(browser)
      expect([back.status, back.location]).toEqual([302, '/taskdeck/#/auth?google=unverified'])
      expect([...browser.cookies]).toEqual([])
    }
  }
  expect((await ana.get('/auth/account')).body).toMatchObject({ hasPassword: true, google: null })
  expect(await database.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'ana@example.com' }])
  expect(await database.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test.for(engines)(
  '%s: an account that is linked to one Google account cannot be opened with another',
  async (engine) => {
    const { google, visitor } = await googleApp({ engine })
    google.account = gina
    await throughGoogle(visitor())
    google.account = { ...gina, sub: '2' }
    const browser = visitor()
    expect((await throughGoogle(browser)).location).toBe('/taskdeck/#/auth?google=other_account')
    expect([...browser.cookies]).toEqual([])
  },
)

test('the same subject at another provider is a different user', async () => {
  const { google, visitor, database } = await googleApp()
  google.account = gina
  await throughGoogle(visitor())
  await database.db.updateTable('identities').set({ issuer: 'https://other.example' }).execute()
  google.account = { ...gina, email: 'other@example.com' }
  const browser = visitor()
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user.email).toBe('other@example.com')
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test.for(engines)(
  '%s: the number of abandoned sign-ins per address and hour is limited, and completed ones are not counted',
  async (engine) => {
    let now = Date.UTC(2026, 0, 1)
    const { google, visitor } = await googleApp({ engine, dependencies: { clock: () => now } })
    google.account = gina
    for (const _ of times(3)) await throughGoogle(visitor())
    const begun = visitor()
    const path = await goToGoogle(begun)
    const tooMany = [302, '/taskdeck/#/auth?google=too_many']
    const ask = async (url: string, browser = visitor()) => {
      const { status, location } = await browser.get(url)
      return [status, location]
    }
    for (const _ of times(59)) expect((await ask('/auth/google'))[1]).toContain(google.issuer)
    expect(await ask('/auth/google')).toEqual(tooMany)
    expect(await ask('/auth/google?purpose=link')).toEqual([302, '/taskdeck/#/profile?google=too_many'])
    const failed = [302, '/taskdeck/#/auth?google=failed']
    for (const _ of times(60)) {
      const other = visitor()
      for (const [name, value] of begun.cookies) other.cookies.set(name, value)
      expect(await ask('/auth/google/callback?code=1&state=2', other)).toEqual(failed)
    }
    expect(await ask(path, begun)).toEqual(tooMany)
    expect([...begun.cookies]).toEqual([])
    expect((await throughGoogle(visitor({ address: '192.0.2.2' }))).location).toBe('/taskdeck/#/dashboard')
    now += 3_600_000
    expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/dashboard')
  },
)

test.for(engines)('%s: an account created with Google is counted like any other sign-up', async (engine) => {
  const { google, visitor, database } = await googleApp({ engine, config: { signupsPerHour: 2 } })
  const signIn = async (sub: string, address?: string) => {
    google.account = { ...gina, sub, email: `${sub}@example.com` }
    return (await throughGoogle(visitor({ ...(address ? { address } : {}) }))).location
  }
  expect(await signIn('1')).toBe('/taskdeck/#/dashboard')
  expect((await visitor().post('/auth/signup', { username: 'ana', ...credentials('ana') })).status).toBe(201)
  expect(await signIn('2')).toBe('/taskdeck/#/auth?google=too_many')
  expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(2)
  expect((await visitor().post('/auth/signup', { username: 'bo', ...credentials('bo') })).status).toBe(429)
  expect(await signIn('1')).toBe('/taskdeck/#/dashboard')
  expect(await signIn('2', '192.0.2.2')).toBe('/taskdeck/#/dashboard')
})

test('a cancelled sign-in returns to the auth screen', async () => {
  const { visitor } = await googleApp()
  const browser = visitor()
  const back = await throughGoogle(browser, { button: 'cancel' })
  expect([back.status, back.location]).toEqual([302, '/taskdeck/#/auth?google=cancelled'])
  expect([...browser.cookies]).toEqual([])
})

test('without Google configured, the link redirects back with a reason', async () => {
  const { visitor } = await testApp()
  for (const path of ['/auth/google', '/auth/google?purpose=sign-in']) {
    const back = await visitor().get(path)
    expect([back.status, back.location]).toEqual([302, '/taskdeck/#/auth?google=not_configured'])
  }
  const callback = await visitor().get('/auth/google/callback?code=1&state=2')
  expect([callback.status, callback.location]).toEqual([302, '/taskdeck/#/auth?google=failed'])
})

test('while Google is unreachable a sign-in redirects back with a reason, and later ones succeed', async () => {
  const { google, visitor } = await googleApp()
  await google.pause()
  const browser = visitor()
  const left = await browser.get('/auth/google')
  expect([left.status, left.location]).toEqual([302, '/taskdeck/#/auth?google=unreachable'])
  await google.resume()
  expect((await throughGoogle(browser)).location).toBe('/taskdeck/#/dashboard')

  const other = visitor()
  const path = await goToGoogle(other)
  await google.pause()
  const back = await other.get(path)
  expect([back.status, back.location]).toEqual([302, '/taskdeck/#/auth?google=failed'])
  expect([...other.cookies]).toEqual([])
  await google.resume()
  expect((await throughGoogle(other)).location).toBe('/taskdeck/#/dashboard')
})
