import { argon2Sync } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { AppError } from '../../contract/errors.ts'
import { wireRules } from '../wiring.ts'
import { passwordHasher } from './passwords.ts'

const hasher = passwordHasher()

test('a hash states its parameters and has its own salt', async () => {
  const hashes = await Promise.all([hasher.hash('open sesame'), hasher.hash('open sesame')])
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hasher.matches('open sesame', hash)).toBe(true)
    expect(await hasher.matches('open sesame!', hash)).toBe(false)
    expect(await hasher.matches('', hash)).toBe(false)
  }
  const [one = [], two = []] = hashes.map((hash) => hash.split('$').slice(4))
  expect(one[0]).not.toBe(two[0])
  expect(one[1]).not.toBe(two[1])
})

test('no password matches if no hash is stored', async () => {
  for (const stored of [undefined, null]) {
    expect(await hasher.matches('', stored)).toBe(false)
    expect(await hasher.matches('open sesame', stored)).toBe(false)
  }
})

test('when too many hashes are queued, the next request is refused; an unknown email is queued like any other', async () => {
  const busy = passwordHasher({ maxRunning: 4, cost: { memory: 8, passes: 1, parallelism: 1 } })
  const waiting = Array.from({ length: 204 }, () => busy.matches('x', undefined))
  const refused = await Promise.all([busy.hash('x'), busy.matches('x', undefined)].map((work) => work.catch((e) => e)))
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  }
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]))
  await expect(busy.hash('x')).resolves.toContain('argon2id')
})

test('a failed hash frees its place in the queue', async () => {
  const one = passwordHasher({ maxRunning: 1 })
  await expect(one.hash(undefined as never)).rejects.toThrow()
  await expect(one.hash('x')).resolves.toContain('argon2id')
})

test.for(engines)('%s: an outdated hash is replaced after the right password only', async (engine) => {
  const app = await testApp({ engine, dependencies: { passwords: hasher } })
  await app.as('ana').user()
  const stored = async () =>
    (await app.database.db.selectFrom('users').select('password_hash').executeTakeFirst())?.password_hash
  const login = async (password: string) =>
    (await app.visitor().post('/auth/login', { ...credentials('ana'), password })).status
  const { password } = credentials('ana')
  const fresh = await stored()
  expect(await login(password)).toBe(200)
  expect(await stored()).toBe(fresh)

  const salt = Buffer.alloc(16, 'salt')
  const cheap = { message: password, nonce: salt, memory: 1_024, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', cheap)
  const written = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const old = `$argon2id$v=19$m=1024,t=1,p=1$${written(salt)}$${written(tag)}`
  await app.database.db.updateTable('users').set({ password_hash: old }).execute()
  expect(await login('a guess')).toBe(401)
  expect(await stored()).toBe(old)
  expect(await login(password)).toBe(200)
  expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await login(password)).toBe(200)
})

test('an unknown email and an account without a password take as much hashing as any other', async () => {
  const app = await testApp()
  const hashed: unknown[] = []
  const counting = {
    ...hasher,
    matches: (password: string, stored: string | null | undefined) => {
      hashed.push(stored)
      return hasher.matches(password, stored)
    },
  }
  const { signIn } = wireRules({ ...app, log: pino({ level: 'silent' }), passwords: counting })
  await Promise.all([app.as('ana').user(), app.as('gina').user()])
  await app.database.db.updateTable('users').set({ password_hash: null }).where('username', '=', 'gina').execute()
  for (const name of ['ana', 'nobody', 'gina']) {
    const login = signIn.login({ ...credentials(name), password: 'a guess' }, { ip: '192.0.2.1', userAgent: '' })
    await expect(login).rejects.toThrow('Invalid credentials')
  }
  expect(hashed).toEqual([expect.stringContaining('argon2id'), undefined, null])
})
