import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { googleApp, goToGoogle, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'

const minute = 60_000
const gina = { sub: '1', email: 'gina@gmail.example', email_verified: true, name: 'Gina' }

/** An app with Google and a clock that stands still until a test moves it. */
async function appWithClock(engine: Engine = 'sqlite') {
  let now = Date.UTC(2026, 0, 1)
  const app = await googleApp({ engine, dependencies: { clock: () => now } })
  app.google.account = gina
  return {
    ...app,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test.for(engines)('%s: a signed-in user links Google and can then sign in with either method', async (engine) => {
  const { as, visitor } = await appWithClock(engine)
  const ana = as('ana')
  const phone = await ana.elsewhere()
  const back = await throughGoogle(ana, { purpose: 'link' })
  expect([back.status, back.location]).toEqual([302, '/taskdeck/#/profile'])
  const { user, google, hasPassword } = (await ana.get('/auth/account')).body
  expect(google).toEqual({ email: 'gina@gmail.example', linkedAt: '2026-01-01T00:00:00.000Z' })
  expect([user, hasPassword]).toEqual([await ana.user(), true])
  expect((await phone.get('/auth/verify')).status).toBe(200)

  const browser = visitor()
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user).toEqual(user)
  expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(200)
  expect((await throughGoogle(ana, { purpose: 'link' })).location).toBe('/taskdeck/#/profile')
})

test.for(engines)('%s: a Google account that is linked to another account stays linked to it', async (engine) => {
  const { as, visitor, database } = await appWithClock(engine)
  await throughGoogle(as('ana'), { purpose: 'link' })
  const before = await everyRow(database)
  const back = await throughGoogle(as('bo'), { purpose: 'link' })
  expect([back.status, back.location]).toEqual([302, '/taskdeck/#/profile?google=taken'])
  expect((await as('bo').get('/auth/account')).body.google).toBe(null)
  const links = (rows: string[]) => rows.filter((row) => row.startsWith('identities'))
  expect(links(await everyRow(database))).toEqual(links(before))
  const browser = visitor()
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user.username).toBe('ana')
})

test.for(engines)(
  '%s: a link or a proof that began in one session does not end in another one of the same browser',
  async (engine) => {
    const { visitor, database } = await appWithClock(engine)
    const browser = visitor()
    await browser.post('/auth/signup', { username: 'mallory', ...credentials('mallory') })
    for (const purpose of ['link', 'link-in-settings'] as const) {
      const callback = await goToGoogle(browser, { purpose })
      await browser.post('/auth/logout')
      await browser.post('/auth/signup', { username: 'ana', ...credentials(`ana ${purpose}`.replaceAll(' ', '.')) })
      expect((await browser.get(callback)).location).toContain('google=failed')
      expect(await database.db.selectFrom('identities').selectAll().execute()).toEqual([])
    }
    // A link that began without a session does not end in one, either.
    await browser.post('/auth/logout')
    const callback = await goToGoogle(browser, { purpose: 'link' })
    await browser.post('/auth/login', credentials('mallory'))
    expect((await browser.get(callback)).location).toContain('google=failed')
    expect((await throughGoogle(browser, { purpose: 'link' })).location).toBe('/taskdeck/#/profile')
    const proof = await goToGoogle(browser, { purpose: 'prove' })
    await browser.post('/auth/login', credentials('mallory'))
    expect((await browser.get(proof)).location).toContain('google=failed')
  },
)

test.for(engines)('%s: linking another Google account replaces the first', async (engine) => {
  const { as, google, visitor } = await appWithClock(engine)
  await throughGoogle(as('ana'), { purpose: 'link' })
  google.account = { ...gina, sub: '2', email: 'second@gmail.example' }
  await throughGoogle(as('ana'), { purpose: 'link' })
  expect((await as('ana').get('/auth/account')).body.google.email).toBe('second@gmail.example')
  google.account = gina
  const browser = visitor()
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user.username).toBe('Gina')
})

test('a signed-in user may link a Google account with an unverified email, because accounts are not matched by email then', async () => {
  const { as, google } = await appWithClock()
  await as('bo').user()
  google.account = { ...gina, email: 'bo@example.com', email_verified: false }
  await throughGoogle(as('ana'), { purpose: 'link' })
  expect((await as('ana').get('/auth/account')).body.google.email).toBe('bo@example.com')
  expect((await as('bo').get('/auth/account')).body.google).toBe(null)
})

test.for([
  ['link', '/taskdeck/#/profile?google=failed'],
  ['prove', '/taskdeck/#/settings?google=failed'],
  ['prove-for-profile', '/taskdeck/#/profile?google=failed'],
] as const)('after a sign-out during %s nothing changes, and it ends at %s', async ([purpose, location]) => {
  const { as, visitor, database } = await appWithClock()
  const ana = as('ana')
  await ana.user()
  const path = await goToGoogle(ana, { purpose })
  const flow = ana.cookies.get('taskdeck_google') ?? ''
  await ana.post('/auth/logout')
  const browser = visitor()
  browser.cookies.set('taskdeck_google', flow)
  const back = await browser.get(path)
  expect([back.status, back.location]).toEqual([302, location])
  expect([...browser.cookies]).toEqual([])
  expect(await database.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test.for([
  ['link', '/taskdeck/#/profile?google=cancelled'],
  ['prove', '/taskdeck/#/settings?google=cancelled'],
  ['prove-for-profile', '/taskdeck/#/profile?google=cancelled'],
] as const)('cancelling %s returns to %s', async ([purpose, location]) => {
  const { as } = await appWithClock()
  expect((await throughGoogle(as('ana'), { purpose, button: 'cancel' })).location).toBe(location)
  expect((await as('ana').get('/auth/verify')).status).toBe(200)
})

test.for(engines)('%s: Google cannot be unlinked if it is the last way to sign in', async (engine) => {
  const { as, visitor, google, database } = await appWithClock(engine)
  await throughGoogle(as('ana'), { purpose: 'link' })
  google.account = { ...gina, sub: '2', email: 'only@gmail.example' }
  const only = visitor()
  await throughGoogle(only)

  const refused = await only.delete('/auth/google')
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'Add another way first: this is your last way to sign in.', code: 'conflict' },
  ])
  expect((await only.get('/auth/account')).body).toMatchObject({ google: { email: 'only@gmail.example' }, waysIn: 1 })
  expect((await as('ana').get('/auth/account')).body.waysIn).toBe(2)
  const unlinked = await as('ana').delete('/auth/google')
  expect([unlinked.status, unlinked.body]).toEqual([200, { message: 'Google account unlinked.' }])
  expect((await as('ana').get('/auth/account')).body.google).toBe(null)
  expect(await database.db.selectFrom('identities').select('subject').execute()).toEqual([{ subject: '2' }])

  await only.put('/auth/password', { password: 'a first password' })
  expect((await only.delete('/auth/google')).status).toBe(200)
})

test.for(engines)('%s: an account without a password is deleted after a new sign-in with Google', async (engine) => {
  const { visitor, database, pass } = await appWithClock(engine)
  const browser = visitor()
  await throughGoogle(browser)
  const { _id } = (await browser.get('/auth/verify')).body.user
  pass(10 * minute)
  expect((await browser.get('/auth/account')).body.proved).toBe(false)
  for (const body of [{}, { password: '' }, { password: 'a guess' }]) {
    const refused = await browser.post('/auth/delete', body)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        message: 'Please confirm your identity first, and then do this within 10 minutes.',
        code: 'forbidden',
      },
    ])
  }
  expect((await throughGoogle(browser, { purpose: 'prove' })).location).toBe('/taskdeck/#/settings')
  pass(10 * minute - 1)
  expect((await browser.get('/auth/account')).body.proved).toBe(true)
  expect((await browser.post('/auth/delete', {})).status).toBe(200)
  const left = (await everyRow(database)).filter((row) => row.includes(_id))
  // The rows that requests in progress may still refer to hold only the id.
  expect(left.filter((row) => !/"removed_at":\d/.test(row))).toEqual([])
})

const unproved = {
  message: 'Please confirm your identity first, and then do this within 10 minutes.',
  code: 'forbidden',
}

test.for(engines)('%s: a stolen session cannot link or unlink a Google account', async (engine) => {
  const { as, google, database, pass } = await appWithClock(engine)
  const ana = as('ana')
  await throughGoogle(ana, { purpose: 'link' })
  const links = () => database.db.selectFrom('identities').selectAll().execute()
  const before = await links()
  pass(10 * minute)
  expect((await ana.get('/auth/account')).body.proved).toBe(false)
  google.account = { ...gina, sub: '2', email: 'thief@gmail.example' }
  expect((await throughGoogle(ana, { purpose: 'link' })).location).toBe('/taskdeck/#/profile?google=not_proved')
  const refused = await ana.delete('/auth/google')
  expect([refused.status, refused.body]).toEqual([403, unproved])
  expect(await links()).toEqual(before)

  const proved = await ana.post('/auth/prove', { password: credentials('ana').password })
  expect([proved.status, proved.body]).toEqual([200, { message: 'Confirmed.' }])
  pass(10 * minute - 1)
  expect((await throughGoogle(ana, { purpose: 'link' })).location).toBe('/taskdeck/#/profile')
  expect((await links()).map(({ subject }) => subject)).toEqual(['2'])
  expect((await ana.delete('/auth/google')).status).toBe(200)
})

test.for(engines)('%s: a stolen session cannot set the first password of an account', async (engine) => {
  const { visitor, database, pass } = await appWithClock(engine)
  const browser = visitor()
  await throughGoogle(browser)
  pass(10 * minute)
  const first = () => browser.put('/auth/password', { password: 'a first password' })
  const refused = await first()
  expect([refused.status, refused.body, refused.setCookies]).toEqual([403, unproved, []])
  expect(await database.db.selectFrom('users').select('password_hash').execute()).toEqual([{ password_hash: null }])
  const guess = await browser.post('/auth/prove', { password: 'a guess' })
  expect([guess.status, guess.body.message]).toEqual([
    409,
    'This account has no password. Please confirm in another way.',
  ])

  expect((await throughGoogle(browser, { purpose: 'prove-for-profile' })).location).toBe('/taskdeck/#/profile')
  pass(10 * minute - 1)
  expect((await first()).status).toBe(200)
})

test.for(engines)(
  '%s: only the right password counts as a proof, and only for the session that sent it',
  async (engine) => {
    const { as, pass } = await appWithClock(engine)
    const ana = as('ana')
    const phone = await ana.elsewhere()
    await as('bo').user()
    pass(10 * minute)
    const isProved = async (browser: Pick<typeof phone, 'get'>) => (await browser.get('/auth/account')).body.proved
    for (const [password, status] of [
      ['a guess', 403],
      [credentials('bo').password, 403],
      ['', 400],
    ] as const) {
      expect((await ana.post('/auth/prove', { password })).status).toBe(status)
      expect(await isProved(ana)).toBe(false)
    }
    expect((await ana.post('/auth/prove', { password: credentials('ana').password })).status).toBe(200)
    expect([await isProved(ana), await isProved(phone), await isProved(as('bo'))]).toEqual([true, false, false])
    pass(10 * minute)
    expect(await isProved(ana)).toBe(false)
  },
)

test.for(engines)('%s: a different Google account is not accepted as a proof', async (engine) => {
  const { visitor, google, pass } = await appWithClock(engine)
  const browser = visitor()
  await throughGoogle(browser)
  google.account = { ...gina, sub: '2', email: 'second@gmail.example' }
  await throughGoogle(visitor())
  pass(10 * minute)
  for (const sub of ['2', '3']) {
    google.account = { ...gina, sub }
    const back = await throughGoogle(browser, { purpose: 'prove' })
    expect(back.location).toBe('/taskdeck/#/settings?google=other_account')
  }
  expect((await browser.post('/auth/delete', {})).status).toBe(403)
  expect((await browser.get('/auth/verify')).body.user.username).toBe('Gina')
})
