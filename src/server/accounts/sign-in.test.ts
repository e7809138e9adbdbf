import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { defaultPreferences } from './sign-ups.ts'

const ana = { username: 'Ana', ...credentials('ana') }

test.for(engines)('%s: a new user is signed in after signing up, and can sign in again', async (engine) => {
  const app = await testApp({ engine })
  const browser = app.visitor()
  const signup = await browser.post('/auth/signup', ana)
  const user = { _id: expect.any(String), username: 'Ana', email: 'ana@example.com', image: null }
  expect([signup.status, signup.body]).toEqual([201, { message: 'Welcome, Ana!', user }])
  const expiresInMs = 14 * 24 * 3_600_000
  const verified = [200, { user: signup.body.user, preferences: defaultPreferences, expiresInMs }]

  const verify = await browser.get('/auth/verify')
  expect([verify.status, verify.body]).toEqual(verified)

  const other = app.visitor()
  const login = await other.post('/auth/login', credentials('ana'))
  expect([login.status, login.body]).toEqual([200, { message: 'Welcome back, Ana!', user: signup.body.user }])
  const again = await other.get('/auth/verify')
  expect([again.status, again.body]).toEqual(verified)
})

test('no response or row contains a password, and no response contains its hash', async () => {
  const app = await testApp()
  const browser = app.visitor()
  const answers = [await browser.post('/auth/signup', ana), await browser.post('/auth/login', credentials('ana'))]
  for (const path of ['verify', 'account', 'export', 'sessions']) answers.push(await browser.get(`/auth/${path}`))
  answers.push(await browser.put('/auth/profile', { username: 'An' }))
  answers.push(await browser.put('/auth/password', { current: ana.password, password: ana.password }))
  for (const { status, text } of answers) {
    expect(status).toBeLessThan(300)
    expect(text).not.toMatch(/argon2|hash|\$m=/i)
    expect(text).not.toContain(ana.password)
  }
  expect((await everyRow(app.database)).join()).not.toContain(ana.password)
})

test.for(engines)('%s: a wrong email and a wrong password get the same response', async (engine) => {
  const app = await testApp({ engine })
  await app.as('ana').user()
  const browser = app.visitor()
  const wrong = [
    await browser.post('/auth/login', { ...credentials('ana'), password: 'password of bo' }),
    await browser.post('/auth/login', credentials('nobody')),
    await browser.post('/auth/login', { email: 'no address', password: '' }),
    await browser.post('/auth/login', { email: randomBytes(3_000).toString('hex'), password: 'a'.repeat(10_000) }),
  ]
  for (const { status, body, setCookies } of wrong) {
    expect([status, body]).toEqual([401, { message: 'Invalid credentials', code: 'not_signed_in' }])
    expect(setCookies).toEqual([])
  }
})

test.for(engines)('%s: a taken email is refused regardless of letter case', async (engine) => {
  const app = await testApp({ engine })
  await app.as('ana').user()
  for (const email of ['ana@example.com', 'ANA@Example.COM']) {
    const { status, body, setCookies } = await app.visitor().post('/auth/signup', { ...ana, email })
    expect([status, body]).toEqual([409, { message: 'User already exists', code: 'conflict' }])
    expect(setCookies).toEqual([])
  }
  const shouted = { email: ' ANA@EXAMPLE.COM ', password: ana.password }
  expect((await app.visitor().post('/auth/login', shouted)).status).toBe(200)
})

test.for(engines)('%s: of concurrent sign-ups with the same email, one succeeds', async (engine) => {
  const app = await testApp({ engine })
  const spellings = ['ana@example.com', 'Ana@example.com', 'ANA@EXAMPLE.COM', 'ana@Example.com']
  const answers = await Promise.all(
    spellings.map((email) => app.visitor().post('/auth/signup', { ...ana, username: email, email })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const made = answers.find(({ status }) => status === 201)
  const users = await app.database.db.selectFrom('users').select(['id', 'username']).execute()
  expect(users).toEqual([{ id: made?.body.user._id, username: made?.body.user.username }])
})

const longest = 'x'.repeat(199)

test.for([
  ['8 characters', '4 drums!'],
  ['8 characters outside the basic plane', '🗝️🔒🔑🚪🧱🪟🏠'],
  ['spaces around it', '   open sesame   '],
  ['control characters', 'a\x01b\tc\nd\x7fe'],
  ['quotes and markup', `'"--<script>;\\`],
  ['200 characters', `${longest}a`],
  ['200 characters of four bytes', '🔑'.repeat(200)],
] as const)('a password of %s is accepted unchanged', async ([, password]) => {
  const app = await testApp()
  expect((await app.visitor().post('/auth/signup', { ...ana, password })).status).toBe(201)
  const login = (tried: string) => app.visitor().post('/auth/login', { email: ana.email, password: tried })
  expect((await login(password)).status).toBe(200)
  const letters = [...password]
  for (const other of [letters.slice(0, -1).join(''), `${password} `, letters.slice(1).join(''), `${longest}b`]) {
    expect((await login(other)).status).toBe(401)
  }
})

test('composed and decomposed Unicode forms of a password are equal', async () => {
  const app = await testApp()
  await app.visitor().post('/auth/signup', { ...ana, password: 'caf\u00e9 ole' })
  const login = await app.visitor().post('/auth/login', { email: ana.email, password: 'cafe\u0301 ole' })
  expect(login.status).toBe(200)
})

test.for([
  [{ password: '1234567' }, 'password must have at least 8 characters.'],
  [{ password: '🔑'.repeat(7) }, 'password must have at least 8 characters.'],
  [{ password: 'x'.repeat(201) }, 'password must have at most 200 characters.'],
  [{ password: 12345678 }, 'password must be a string.'],
  [{ password: ['12345678'] }, 'password must be a string.'],
  [{ password: null }, 'password must be a string.'],
  [{ password: undefined }, 'password is required.'],
  [{ email: 'ana' }, 'email must be an email address, such as ana@example.com.'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'email must have at most 254 characters.'],
  [{ email: { $ne: '' } }, 'email must be a string.'],
  [{ email: ['ana@example.com'] }, 'email must be a string.'],
  [{ username: '' }, 'username must have 1 to 50 characters.'],
  [{ username: '   ' }, 'username must have 1 to 50 characters.'],
  [{ username: 'x'.repeat(51) }, 'username must have 1 to 50 characters.'],
  [{ username: 'a\0b' }, 'The input contains a NUL character, which is not allowed.'],
  [{ username: true }, 'username must be a string.'],
  [{ role: 'admin' }, 'role is not a known field.'],
  [{ _id: '1' }, '_id is not a known field.'],
  [{ password_hash: 'x' }, 'password_hash is not a known field.'],
] as const)('a sign-up with %j is refused: %s', async ([change, message]) => {
  const app = await testApp()
  const { status, body, setCookies } = await app.visitor().post('/auth/signup', { ...ana, ...change })
  expect([status, body]).toEqual([400, { message, code: 'invalid_input' }])
  expect(setCookies).toEqual([])
  expect(await app.database.db.selectFrom('users').selectAll().execute()).toEqual([])
})

test.for([
  '[]',
  '"ana@example.com"',
  'null',
  '{"email":"ana@example.com"}',
  '{"email":["ana@example.com"],"password":"password of ana"}',
  '{"email":"ana@example.com","password":{"$gt":""}}',
  '{"email":"ana@example.com","password":true}',
  '{"email":"ana@example.com\\u0000","password":"password of ana"}',
  '{"email":"ana@example.com","password":"password of ana","remember":true}',
  '{"email":"ana@example.com","password":"password of ana","__proto__":{"admin":true}}',
  '{"email":"ana@example.com","password":"password of ana","constructor":{"prototype":{"admin":true}}}',
])('a sign-in with %s is a 400', async (payload) => {
  const app = await testApp()
  await app.as('ana').user()
  const headers = { 'content-type': 'application/json' }
  const { status, body, setCookies } = await app.visitor().send('POST', '/auth/login', payload, { headers })
  expect([status, body.code]).toEqual([400, 'invalid_input'])
  expect(setCookies).toEqual([])
})
