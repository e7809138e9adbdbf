import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { attemptLimits } from './attempts.ts'

type World = NonNullable<Parameters<typeof testApp>[0]>
const minute = 60_000
const wrong = (name: string) => ({ ...credentials(name), password: 'a guess' })
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/**
 * An app with a clock that stands still until a test moves it, and a function that tries to sign in from a given
 * address.
 */
async function guessing(world: World = {}) {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const app = await testApp({ ...world, dependencies: { clock } })
  const attempt = (body: object, address = '192.0.2.1', headers = {}) =>
    app.visitor({ address, headers }).post('/auth/login', body)
  return {
    ...app,
    attempt,
    status: async (...args: Parameters<typeof attempt>) => (await attempt(...args)).status,
    clock,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test.for(engines)(
  '%s: of a thousand guesses at one password only ten are checked, and the block ends',
  async (engine) => {
    const { as, attempt, status, pass } = await guessing({ engine })
    await Promise.all([as('ana').user(), as('bo').user()])
    const statuses: number[] = []
    for (const _ of times(40)) statuses.push(...(await Promise.all(times(25).map(() => status(wrong('ana'))))))
    expect(statuses.filter((code) => code === 401)).toHaveLength(10)
    expect(statuses.filter((code) => code === 429)).toHaveLength(990)

    pass(5 * minute)
    const refused = await attempt(credentials('ana'))
    expect([refused.status, refused.body]).toEqual([
      429,
      { message: 'Too many attempts. Please try again in 10 minutes.', code: 'too_many_requests' },
    ])
    expect(refused.headers['retry-after']).toBe('600')
    expect(refused.setCookies).toEqual([])
    expect(await status({ ...credentials('ana'), email: 'ANA@example.com' })).toBe(429)

    expect(await status(credentials('bo'))).toBe(200)
    expect(await status(credentials('ana'), '192.0.2.2')).toBe(200)
    pass(10 * minute - 1)
    expect((await attempt(credentials('ana'))).headers['retry-after']).toBe('1')
    pass(1)
    expect(await status(credentials('ana'))).toBe(200)
  },
)

test.for(engines)(
  '%s: a failure stays counted after a correct password, and correct passwords are not counted',
  async (engine) => {
    const { as, status, database } = await guessing({ engine })
    await as('ana').user()
    const counts = async () =>
      (await database.db.selectFrom('attempts').select('count').execute()).map(({ count }) => count)
    const signups = await counts()
    for (const _ of times(3)) expect(await status(wrong('ana'))).toBe(401)
    expect((await counts()).sort()).toEqual([...signups, 3, 3, 3])
    for (const _ of times(12)) expect(await status(credentials('ana'))).toBe(200)
    expect((await counts()).sort()).toEqual([...signups, 3, 3, 3])
  },
)

test('an address that tries many accounts is blocked, and no other address is', async () => {
  const { as, status, pass } = await guessing()
  await as('ana').user()
  const names = times(10).map((index) => `nobody-${index}`)
  for (const name of names) await Promise.all(times(10).map(() => status(wrong(name))))
  expect(await status(credentials('ana'))).toBe(429)
  expect(await status(credentials('ana'), '192.0.2.2')).toBe(200)
  pass(15 * minute)
  expect(await status(credentials('ana'))).toBe(200)
})

test('postgres: an account that is attacked from many addresses is blocked for an hour at most', async () => {
  const { as, status, pass } = await guessing({ engine: 'postgres' })
  await as('ana').user()
  const addresses = times(10).map((index) => `198.51.100.${index}`)
  for (const address of addresses) await Promise.all(times(10).map(() => status(wrong('ana'), address)))
  expect(await status(credentials('ana'), '192.0.2.2')).toBe(429)
  pass(60 * minute - 1)
  expect(await status(credentials('ana'), '192.0.2.2')).toBe(429)
  pass(1)
  expect(await status(credentials('ana'), '192.0.2.2')).toBe(200)
})

test.for(engines)('%s: guesses of strangers do not lock a browser out that has signed in before', async (engine) => {
  const { visitor, as, status, pass } = await guessing({ engine })
  const laptop = visitor({ address: '192.0.2.9' })
  await laptop.post('/auth/signup', { username: 'ana', ...credentials('ana') })
  await as('bo').user()
  const addresses = times(10).map((index) => `198.51.100.${index}`)
  for (const address of addresses) await Promise.all(times(10).map(() => status(wrong('ana'), address)))
  // Also at the address of the guesses.
  for (const _ of times(10)) await status(wrong('ana'), '192.0.2.9')
  expect(await status(credentials('ana'), '192.0.2.9')).toBe(429)
  expect((await laptop.post('/auth/login', credentials('ana'))).status).toBe(200)
  // It is known to this account only, and has a limit of its own.
  const guess = async (name: string) => (await laptop.post('/auth/login', wrong(name))).status
  for (const _ of times(10)) expect(await guess('ana')).toBe(401)
  expect(await guess('ana')).toBe(429)
  for (const address of addresses) await Promise.all(times(10).map(() => status(wrong('bo'), address)))
  expect((await laptop.post('/auth/login', credentials('bo'))).status).toBe(429)
  // It is not known for ever, and not after a takeover.
  pass(91 * 24 * 60 * minute)
  for (const address of addresses) await Promise.all(times(10).map(() => status(wrong('ana'), address)))
  expect((await laptop.post('/auth/login', credentials('ana'))).status).toBe(429)
})

test('the addresses of one IPv6 subscriber are counted as one', async () => {
  const { status } = await guessing()
  for (const index of times(10)) expect(await status(wrong('ana'), `2001:db8:1:2:${index}::${index}`)).toBe(401)
  expect(await status(wrong('ana'), '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429)
  expect(await status(wrong('ana'), '2001:db8:1:3::1')).toBe(401)
})

const forwarded = (address: string) => ({
  'x-forwarded-for': address,
  'x-real-ip': address,
  forwarded: `for=${address}`,
})

test('without trusted proxies, a forged client address has no effect', async () => {
  const { status } = await guessing()
  for (const index of times(10))
    expect(await status(wrong('ana'), '192.0.2.1', forwarded(`203.0.113.${index}`))).toBe(401)
  expect(await status(wrong('ana'), '192.0.2.1', forwarded('203.0.113.99'))).toBe(429)
})

test('the client address is accepted from a trusted proxy only', async () => {
  const { status } = await guessing({ config: { trustProxy: ['10.0.0.0/8'] } })
  const [proxy, stranger] = ['10.1.2.3', '192.0.2.1']
  for (const _ of times(10)) expect(await status(wrong('ana'), proxy, forwarded('203.0.113.1'))).toBe(401)
  expect(await status(wrong('ana'), proxy, forwarded('203.0.113.1'))).toBe(429)
  expect(await status(wrong('ana'), proxy, forwarded('198.51.100.7, 203.0.113.1'))).toBe(429)
  expect(await status(wrong('ana'), proxy, forwarded('203.0.113.2'))).toBe(401)

  for (const index of times(10)) expect(await status(wrong('ana'), stranger, forwarded(`10.0.0.${index}`))).toBe(401)
  expect(await status(wrong('ana'), stranger, forwarded('10.0.0.99'))).toBe(429)
})

test('a stolen session cannot be used to guess the password, and its attempts are counted apart from sign-ins', async () => {
  const { as, status, pass } = await guessing()
  const ana = as('ana')
  const phone = await ana.elsewhere()
  const change = () => ana.put('/auth/password', { current: 'a guess', password: 'the thief’s own' })
  const remove = () => ana.post('/auth/delete', { password: 'a guess' })
  const prove = (browser: Pick<typeof phone, 'post'> = ana, { password } = { password: 'a guess' }) =>
    browser.post('/auth/prove', { password })
  const statuses = async () => [(await change()).status, (await remove()).status, (await prove()).status]
  for (const _ of times(3)) expect(await statuses()).toEqual([403, 403, 403])
  expect((await prove()).status).toBe(403)
  expect(await statuses()).toEqual([429, 429, 429])
  expect((await prove(ana, credentials('ana'))).status).toBe(429)
  expect((await prove(phone, credentials('ana'))).status).toBe(200)
  expect(await status(credentials('ana'), '127.0.0.1')).toBe(200)
  pass(15 * minute)
  expect((await prove(ana, credentials('ana'))).status).toBe(200)
})

test('the owner of an account can change the password while it is attacked from many addresses', async () => {
  const { as, status } = await guessing()
  const ana = as('ana')
  await ana.user()
  const addresses = ['127.0.0.1', ...times(9).map((index) => `198.51.100.${index}`)]
  for (const address of addresses) await Promise.all(times(10).map(() => status(wrong('ana'), address)))
  expect(await status(credentials('ana'), '192.0.2.2')).toBe(429)
  expect(await status(credentials('ana'), '127.0.0.1')).toBe(429)
  const { password } = credentials('ana')
  expect((await ana.put('/auth/password', { current: 'a guess', password })).status).toBe(403)
  expect((await ana.put('/auth/password', { current: password, password: 'a better one' })).status).toBe(200)
  expect((await ana.post('/auth/delete', { password: 'a better one' })).status).toBe(200)
})

test('postgres: all nodes share the same counters', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const nodes = [await guessing({ config: { databaseUrl } }), await guessing({ config: { databaseUrl } })]
  const statuses = await Promise.all(times(30).map((index) => nodes[index % 2]?.status(wrong('ana'))))
  expect(statuses.filter((code) => code === 401)).toHaveLength(10)
  expect(statuses.filter((code) => code === 429)).toHaveLength(20)
})

test.for(engines)('%s: the number of sign-ups per address and hour is limited', async (engine) => {
  const { visitor, pass } = await guessing({ engine, config: { signupsPerHour: 3 } })
  const signup = (name: string, address = '192.0.2.1') =>
    visitor({ address }).post('/auth/signup', { username: name, ...credentials(name) })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => signup(name)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429])
  const refused = await signup('e')
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect(refused.body.message).toBe('Too many attempts. Please try again in 60 minutes.')
  expect((await signup('e', '192.0.2.2')).status).toBe(201)
  pass(60 * minute)
  expect((await signup('f')).status).toBe(201)
})

test('a sign-up with a taken email is counted, so that emails cannot be probed by the thousand', async () => {
  const { as, visitor } = await guessing({ config: { signupsPerHour: 3 } })
  await as('ana').user()
  const ask = () => visitor().post('/auth/signup', { username: 'ana', ...credentials('ana') })
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([409, 409, 429])
})

test.for(engines)('%s: housekeeping removes expired windows, and the tried emails are not stored', async (engine) => {
  const { database, clock, pass, status } = await guessing({ engine })
  await status(wrong('ana'))
  const rows = () => database.db.selectFrom('attempts').selectAll().execute()
  expect(await rows()).toHaveLength(3)
  expect(JSON.stringify(await rows())).not.toMatch(/ana|192\.0/)
  pass(15 * minute)
  await attemptLimits({ database, clock }).forgetOld()
  expect(await rows()).toHaveLength(1)
})
