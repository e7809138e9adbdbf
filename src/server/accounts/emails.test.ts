import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import type { Database } from '../database/database.ts'
import { emailKey, foldedEmailKey } from './emails.ts'
import { newUser } from './sign-ups.ts'

test.for([
  ['Ana@Example.ORG', 'ana@example.org'],
  [' ana@example.org\n', 'ana@example.org'],
  ['ÜNAL@example.org', 'ünal@example.org'],
  ['ªna@example.org', 'ªna@example.org'],
  ['ａna@example.org', 'ａna@example.org'],
  ['mar\u212a@example.org', 'mar\u212a@example.org'],
  ['\u0130na@example.org', '\u0130na@example.org'],
  ['ana@münchen.example', 'ana@münchen.example'],
  ['ana@xn--mnchen-3ya.example', 'ana@xn--mnchen-3ya.example'],
  ['ana+list@example.org', 'ana+list@example.org'],
] as const)('%j has the key %j', ([email, key]) => {
  expect(emailKey(email)).toBe(key)
})

const lookAlikes = ['ªna@example.com', 'ａna@example.com', 'Ana@example\u3002com', 'ana@exam\u200bple.com']

test.for(engines)(
  '%s: a verified look-alike email opens its own account, not the account that it resembles',
  async (engine) => {
    const { google, visitor, as } = await googleApp({ engine })
    const ana = as('ana')
    const { _id } = await ana.user()
    for (const [index, email] of lookAlikes.entries()) {
      google.account = { sub: `look-alike ${index}`, email, email_verified: true }
      const thief = visitor()
      expect((await throughGoogle(thief)).location).toBe('/taskdeck/#/dashboard')
      const { user } = (await thief.get('/auth/verify')).body
      expect([user.email, user._id === _id]).toEqual([email, false])
    }
    expect((await ana.get('/auth/account')).body).toMatchObject({ hasPassword: true, google: null })
    for (const email of lookAlikes) {
      const guess = await visitor({ address: '192.0.2.9' }).post('/auth/login', { ...credentials('ana'), email })
      expect(guess.status).toBe(401)
    }
    expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(200)
  },
)

/** An account as older versions stored it: look-alike emails shared one key. */
async function oldAccount({ db }: Database, email: string, issuer: string) {
  const user = { ...newUser('An older one', email, 1), email_key: foldedEmailKey(email) }
  await db.insertInto('users').values(user).execute()
  const subject = randomUUID()
  await db.insertInto('identities').values({ issuer, subject, user_id: user.id, email, linked_at: 1 }).execute()
  return { ...user, subject }
}

test.for(engines)('%s: an account that holds the key of another address gives it up', async (engine) => {
  const { google, visitor, database } = await googleApp({ engine })
  const older = await oldAccount(database, 'ªna@example.com', google.issuer)
  const taken = await visitor().post('/auth/login', { ...credentials('ana'), password: 'x' })
  expect(taken.status).toBe(401)
  const signup = await visitor().post('/auth/signup', { username: 'ana', ...credentials('ana') })
  expect(signup.status).toBe(201)
  const again = await visitor().post('/auth/signup', {
    username: 'ana',
    ...credentials('ana'),
    email: 'ANA@example.com',
  })
  expect(again.status).toBe(409)

  const browser = visitor()
  google.account = { sub: older.subject, email: older.email, email_verified: true }
  await throughGoogle(browser)
  expect((await browser.get('/auth/verify')).body.user._id).toBe(older.id)
  await browser.put('/auth/password', { password: 'of the older one' })
  const login = (email: string, password: string) => visitor().post('/auth/login', { email, password })
  expect((await login('ªna@example.com', 'of the older one')).body.user._id).toBe(older.id)
  expect((await login('ana@example.com', 'of the older one')).status).toBe(401)
  expect((await login('ana@example.com', credentials('ana').password)).body.user._id).toBe(signup.body.user._id)
})

test.for(engines)('%s: an account created by an older version is found by its own address', async (engine) => {
  const { google, visitor, database } = await googleApp({ engine })
  const older = await oldAccount(database, 'ªna@example.com', google.issuer)
  google.account = { sub: 'another', email: older.email, email_verified: true }
  expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/auth?google=other_account')
  google.account = { sub: 'another', email: 'ana@example.com', email_verified: true }
  const browser = visitor()
  expect((await throughGoogle(browser)).location).toBe('/taskdeck/#/dashboard')
  expect((await browser.get('/auth/verify')).body.user.email).toBe('ana@example.com')
  expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(2)
})
