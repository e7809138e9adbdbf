import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { liveApp } from '../../../test/live.ts'
import { credentials } from '../../../test/people.ts'
import { defaultPreferences } from './sign-ups.ts'

test.for(engines)('%s: the profile and settings screens get all the data that they show', async (engine) => {
  const app = await testApp({ engine, dependencies: { clock: () => Date.UTC(2026, 0, 2, 3, 4, 5) } })
  const { status, body } = await app.as('ana').get('/auth/account')
  expect([status, body]).toEqual([
    200,
    {
      user: await app.as('ana').user(),
      preferences: defaultPreferences,
      createdAt: '2026-01-02T03:04:05.000Z',
      hasPassword: true,
      google: null,
      hasPasskey: false,
      hasCodes: false,
      identities: [],
      waysIn: 1,
      proved: true,
    },
  ])
})

test.for(engines)('%s: a username is trimmed and changed, for this user only', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await bo.user()
  const user = { ...(await ana.user()), username: 'Ana María 🙂' }
  const { status, body } = await ana.put('/auth/profile', { username: '  Ana María 🙂\n' })
  expect([status, body]).toEqual([200, { message: 'Username changed.', user }])
  expect((await ana.get('/auth/verify')).body.user).toEqual(user)
  expect((await bo.get('/auth/verify')).body.user.username).toBe('bo')
  for (const username of ['x', 'x'.repeat(50), '🙂'.repeat(50)]) {
    expect((await ana.put('/auth/profile', { username })).body.user.username).toBe(username)
  }
})

test.for([
  [{ username: '' }, 'username must have 1 to 50 characters.'],
  [{ username: ' \t ' }, 'username must have 1 to 50 characters.'],
  [{ username: 'x'.repeat(51) }, 'username must have 1 to 50 characters.'],
  [{ username: 'a\0b' }, 'The input contains a NUL character, which is not allowed.'],
  [{ username: ['ana'] }, 'username must be a string.'],
  [{}, 'username is required.'],
  [{ username: 'ana', email: 'bo@example.com' }, 'email is not a known field.'],
  [{ username: 'ana', _id: '1' }, '_id is not a known field.'],
  [{ username: 'ana', image: 'https://evil.example/' }, 'image is not a known field.'],
] as const)('a profile of %j is refused: %s', async ([change, message]) => {
  const app = await testApp()
  const ana = app.as('ana')
  const { status, body } = await ana.put('/auth/profile', change)
  expect([status, body]).toEqual([400, { message, code: 'invalid_input' }])
  expect((await ana.get('/auth/verify')).body.user).toEqual(await ana.user())
})

test.for(engines)('%s: changing one preference leaves the others unchanged', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await bo.user()
  const changes = [
    { theme: 'dark' },
    { weekStart: 'sunday', dateStyle: 'iso' },
    { filter: 'In Progress' },
    { sort: 'asc' },
    { timeZone: 'Europe/Berlin' },
    { start: 'today' },
    { dayStart: 4 },
    {},
  ]
  let expected = { ...defaultPreferences } as object
  for (const change of changes) {
    expected = { ...expected, ...change }
    const { status, body } = await ana.put('/auth/preferences', change)
    expect([status, body]).toEqual([200, { preferences: expected }])
  }
  expect((await ana.get('/auth/verify')).body.preferences).toEqual(expected)
  expect((await bo.get('/auth/verify')).body.preferences).toEqual(defaultPreferences)
})

test.for(engines)(
  '%s: every open browser of the user learns that preferences or the name have changed',
  async (engine) => {
    const config = { databaseUrl: await migratedDatabase(engine) }
    const app = await liveApp({ config })
    // Another node of the cluster, where there can be one.
    const other = engine === 'postgres' ? await liveApp({ config }) : app
    const [ana, bo] = [app.as('ana'), app.as('bo')]
    const [here, there, theirs] = [await app.listen(ana), await other.listen(ana), await app.listen(bo)]
    for (const stream of [here, there, theirs]) expect(await stream.next()).toMatchObject({ name: 'reload' })
    await ana.put('/auth/preferences', { theme: 'dark' })
    for (const stream of [here, there]) await stream.next('settings')
    await ana.put('/auth/profile', { username: 'Ana B.' })
    for (const stream of [here, there]) await stream.next('settings')
    expect(theirs.rest()).toEqual([])
  },
)

test.for(engines)('%s: concurrent changes of different preferences are all kept', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await ana.user()
  const changes = [
    { theme: 'dark' },
    { weekStart: 'sunday' },
    { dateStyle: 'iso' },
    { filter: 'Pending' },
    { sort: 'asc' },
    { timeZone: 'UTC' },
  ]
  await Promise.all(changes.map((change) => ana.put('/auth/preferences', change)))
  expect((await ana.get('/auth/verify')).body.preferences).toEqual(Object.assign({}, ...changes))
})

test.for(engines)(
  '%s: preferences of an older version have no time zone yet, and are sent with an empty one',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    await ana.user()
    const { timeZone, ...older } = defaultPreferences
    await app.database.db
      .updateTable('users')
      .set({ preferences: JSON.stringify(older) })
      .execute()
    expect((await ana.get('/auth/verify')).body.preferences).toEqual(defaultPreferences)
    expect((await ana.get('/auth/account')).body.preferences).toEqual(defaultPreferences)
    const { body } = await ana.put('/auth/preferences', { timeZone: 'Asia/Kolkata' })
    expect(body.preferences).toEqual({ ...defaultPreferences, timeZone: 'Asia/Kolkata' })
  },
)

test('a sign-up may tell the time zone of the device', async () => {
  const { visitor } = await testApp()
  const browser = visitor()
  const person = { username: 'Cy', email: 'cy@example.com', password: 'correct horse battery' }
  expect((await browser.post('/auth/signup', { ...person, timeZone: 'Africa/Lagos' })).status).toBe(201)
  expect((await browser.get('/auth/verify')).body.preferences.timeZone).toBe('Africa/Lagos')
})

test.for([
  [{ theme: 'pink' }, 'theme must be one of auto, light, dark.'],
  [{ weekStart: 1 }, 'weekStart must be a string.'],
  [{ dateStyle: null }, 'dateStyle must be a string.'],
  [{ sort: ['asc'] }, 'sort must be a string.'],
  [{ filter: 'Done' }, 'filter must be one of "", Pending, In Progress, Completed.'],
  [{ timeZone: 'Middle/Earth' }, 'timeZone must be the name of a time zone, such as Europe/Berlin.'],
  [{ timeZone: '+01:00' }, 'timeZone must be the name of a time zone, such as Europe/Berlin.'],
  [{ theme: 'dark', font: 'Comic Sans' }, 'font is not a known field.'],
  [[], 'The body must be an object.'],
] as const)('preferences of %j are refused: %s', async ([change, message]) => {
  const app = await testApp()
  const ana = app.as('ana')
  const { status, body } = await ana.put('/auth/preferences', change)
  expect([status, body]).toEqual([400, { message, code: 'invalid_input' }])
  expect((await ana.get('/auth/verify')).body.preferences).toEqual(defaultPreferences)
})

test.for(engines)('%s: changing the password requires the current one', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const password = 'a new password'
  const refused = [
    [{ password }, 400, 'Please enter your current password.'],
    [{ current: '', password }, 400, 'Please enter your current password.'],
    [{ current: 'a guess', password }, 403, 'The current password is wrong.'],
    [{ current: credentials('ana').password, password: 'short' }, 400, 'password must have at least 8 characters.'],
  ] as const
  for (const [body, status, message] of refused) {
    const answer = await ana.put('/auth/password', body)
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(answer.setCookies).toEqual([])
  }
  const login = async (tried: string) =>
    (await app.visitor().post('/auth/login', { email: 'ana@example.com', password: tried })).status
  expect(await login(credentials('ana').password)).toBe(200)

  const change = await ana.put('/auth/password', { current: credentials('ana').password, password })
  expect([change.status, change.body]).toEqual([
    200,
    { message: 'Password changed. Every other device is signed out.' },
  ])
  expect(await login(credentials('ana').password)).toBe(401)
  expect(await login(password)).toBe(200)
})

test('an account with Google only sets its first password without a current one, and needs it for the next', async () => {
  const app = await googleApp()
  const gina = app.visitor()
  await throughGoogle(gina)
  expect((await gina.put('/auth/password', { password: 'first password' })).status).toBe(200)
  expect((await gina.get('/auth/account')).body).toMatchObject({
    hasPassword: true,
    google: { email: 'ana@example.com' },
  })
  expect((await gina.put('/auth/password', { password: 'second password' })).status).toBe(400)
  expect((await gina.put('/auth/password', { current: 'first password', password: 'second password' })).status).toBe(
    200,
  )
  const login = await app.visitor().post('/auth/login', { email: 'ana@example.com', password: 'second password' })
  expect(login.status).toBe(200)
})
