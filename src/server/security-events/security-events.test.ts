import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { turnOnCodes } from '../../../test/second-factor.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import type { ShownSecurityEvent } from '../../contract/schemas/security-events.ts'
import { eventWords } from '../../contract/security-events.ts'
import { makeLogger } from '../http/logging.ts'
import { audit } from '../operator/audit.ts'
import { resetPassword } from '../operator/reset-password.ts'
import { resetSecondFactor } from '../operator/reset-second-factor.ts'
import { users } from '../operator/users.ts'
import { wireRules } from '../wiring.ts'

const hour = 3_600_000
const day = 24 * hour
const firefox = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140'

/** Ana, and a clock that stands still until a test moves it. */
async function world(engine: Engine) {
  let now = Date.UTC(2026, 10, 18, 9)
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const page = async (after = '') =>
    (await ana.get(`/auth/security-events${after && `?after=${encodeURIComponent(after)}`}`)).body as {
      events: ShownSecurityEvent[]
      next: string | null
    }
  return {
    ...app,
    ana,
    owner,
    page,
    rows: async () => {
      await page()
      return app.database.db.selectFrom('security_events').selectAll().execute()
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    guess: (password: string, address = '203.0.113.8') =>
      app.visitor({ address }).post('/auth/login', { ...credentials('ana'), password }),
    node: () => wireRules({ ...app, clock: () => now, log: app.app.log as never }),
  }
}

test.for(engines)('%s: a user finds sign-ins, failures and changes with device, address and time', async (engine) => {
  const { ana, page, pass, guess, visitor } = await world(engine)
  pass(60_000)
  for (let count = 0; count < 3; count++) await guess('a guess')
  await page()
  pass(60_000)
  const other = visitor({ address: '198.51.100.4', headers: { 'user-agent': firefox } })
  await other.post('/auth/login', credentials('ana'))
  await page()
  pass(60_000)
  await makeToken(ana, { name: 'ci' })
  const { events, next } = await page()
  expect(next).toBeNull()
  const facts = events.map(({ kind, about, device, address, mark, count, at }) => [
    ...[kind, about, device, address, mark, count, at.slice(11, 16)],
  ])
  expect(facts).toEqual([
    ['token made', 'ci', 'Unknown device', '127.0.0.1', null, 1, '09:03'],
    ['signed in with a password', null, 'Firefox on Linux', '198.51.100.4', 'new browser', 1, '09:02'],
    ['wrong password', null, 'Unknown device', '203.0.113.8', 'many failures', 3, '09:01'],
    ['signed up with a password', null, 'Unknown device', '127.0.0.1', null, 1, '09:00'],
  ])
  // The same browser again is not marked.
  await other.post('/auth/login', credentials('ana'))
  expect((await page()).events.filter(({ mark }) => mark === 'new browser')).toHaveLength(1)
})

test.for(engines)('%s: failures from many addresses and repeated actions are counted, not listed', async (engine) => {
  const { ana, rows, guess, pass } = await world(engine)
  const failures = async () =>
    (await rows())
      .filter(({ kind }) => kind === 'wrong password')
      .map(({ address, count }) => [address, count] as const)
      .sort(([a], [b]) => String(a).localeCompare(String(b)))
  for (let number = 1; number <= 9; number++) {
    await guess('a guess', `203.0.113.${number}`)
    // In this order, as later ones go into one row.
    await rows()
  }
  const five = [1, 2, 3, 4, 5].map((number) => [`203.0.113.${number}`, 1])
  expect(await failures()).toEqual([...five, [null, 4]])
  for (let count = 0; count < 60; count++) await ana.delete('/auth/sessions')
  const before = await rows()
  expect(before.length).toBeLessThanOrEqual(40 + 1)
  expect(before.filter(({ kind }) => kind === 'other sessions ended').reduce((sum, { count }) => sum + count, 0)).toBe(
    60,
  )
  pass(hour)
  await guess('a guess', '203.0.113.9')
  expect(await failures()).toHaveLength(7)
})

test.for(engines)('%s: events are read in pages, on every node, and forgotten after 90 days', async (engine) => {
  const { ana, page, pass, node, owner, rows } = await world(engine)
  for (let number = 0; number < 24; number++) {
    pass(hour)
    await ana.delete('/auth/sessions')
    await page()
  }
  const first = await page()
  expect(first.events).toHaveLength(20)
  const second = await page(first.next ?? '')
  expect([second.events.length, second.next]).toEqual([5, null])
  const ids = [...first.events, ...second.events].map(({ id }) => id)
  expect(new Set(ids).size).toBe(25)
  const { events } = node()
  expect((await events.list(owner)).events).toEqual(first.events)
  expect((await page('nonsense')).events).toEqual([])
  pass(90 * day - 10 * hour)
  await events.forgetOld()
  expect(await rows()).toHaveLength(10)
})

test.for(engines)('%s: another user sees nothing of it, and a deleted account leaves nothing', async (engine) => {
  const { as, ana, page, database } = await world(engine)
  await page()
  const bo = as('bo')
  const own = (await bo.get('/auth/security-events')).body.events
  expect(own.map(({ kind }: ShownSecurityEvent) => kind)).toEqual(['signed up with a password'])
  await ana.post('/auth/delete', { password: credentials('ana').password })
  await bo.get('/auth/security-events')
  const left = await database.db.selectFrom('security_events').select('user_id').execute()
  expect(left).toEqual([{ user_id: (await bo.user())._id }])
})

test.for(engines)('%s: "This was not me" ends every other session and token, and keeps this one', async (engine) => {
  const { ana, page, visitor, database, owner } = await world(engine)
  const thief = visitor()
  await thief.post('/auth/login', credentials('ana'))
  const { token } = await makeToken(thief)
  expect((await withToken({ visitor }, token).get('/auth/whoami')).status).toBe(200)
  const { user_code } = (await visitor().post('/auth/device/code', { client_id: 'cli' })).body
  await thief.post('/auth/device/approve', { user_code })
  await ana.post('/auth/not-me')
  expect((await thief.get('/auth/verify')).status).toBe(401)
  expect((await withToken({ visitor }, token).get('/auth/whoami')).status).toBe(401)
  expect((await ana.get('/auth/verify')).status).toBe(200)
  expect((await page()).events[0]?.kind).toBe('everything else ended')
  for (const table of ['tokens', 'device_grants', 'known_devices'] as const) {
    expect(await database.db.selectFrom(table).selectAll().where('user_id', '=', owner).execute()).toEqual([])
  }
})

test.for(engines)('%s: the operator reads the events as JSON lines, by account and time', async (engine) => {
  const { ana, as, config, owner, page, pass } = await world(engine)
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
  const lines = async (...args: string[]) =>
    (await printedBy(audit, env, ...args))
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  await page()
  pass(day)
  await as('bo').get('/auth/security-events')
  await ana.delete('/auth/sessions')
  await page()
  expect((await lines()).map(({ kind }) => kind)).toEqual([
    'signed up with a password',
    'signed up with a password',
    'other sessions ended',
  ])
  const [first, last, ...more] = await lines('--account', 'ANA@example.com')
  expect(more).toEqual([])
  expect([first, last]).toMatchObject([{ user: owner, address: '127.0.0.1' }, { kind: 'other sessions ended' }])
  expect(await lines('--account', 'ana@example.com', '--since', '2026-11-19')).toHaveLength(1)
  await expect(printedBy(audit, env, '--since', 'yesterday')).rejects.toThrow('"yesterday" is not a time')
  await expect(printedBy(audit, env, '--account', 'nobody@example.com')).rejects.toThrow('No account has the email')
  await expect(printedBy(audit, env, 'ana@example.com')).rejects.toThrow('Usage')
  await printedBy(users, env, 'disable', 'ana@example.com')
  const byOperator = (await lines('--account', 'ana@example.com')).filter(({ address }) => address === null)
  expect(byOperator).toMatchObject([{ kind: 'account disabled' }])
})

test.for(engines)(
  '%s: an act of the operator on an account is logged once by a server, and audited after the account is gone',
  async (engine) => {
    const { lines, stream } = collect(false)
    const app = await testApp({ engine, dependencies: { log: makeLogger('info', stream) } })
    const env = { DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }
    const ana = app.as('ana')
    const { _id: user } = await ana.user()
    await turnOnCodes(ana)
    await printedBy(resetSecondFactor, env, 'ana@example.com')
    await printedBy(resetPassword, env, 'ana@example.com')
    await printedBy(users, env, 'quota', 'ana@example.com', '2')
    await printedBy(users, env, 'disable', 'ana@example.com')
    await printedBy(users, env, 'enable', 'ana@example.com')
    const limit = (await app.database.db.selectFrom('security_events').selectAll().execute()).find(({ about }) => about)
    expect(limit && eventWords(limit)).toBe('Limit of files set to 2.0 MB by the operator of the server')
    await printedBy(users, env, 'delete', 'ana@example.com', '--yes')
    const kinds = [
      'second factor reset by the operator',
      'password reset by the operator',
      'file limit changed by the operator',
      'account disabled',
      'account enabled',
      'account deleted by the operator',
    ]
    const nodes = [1, 2].map(() => wireRules({ ...app, clock: Date.now, log: makeLogger('info', stream) }).events)
    for (const node of nodes) await node.logOperator()
    const logged = lines().filter(({ by }) => by === 'operator')
    expect(logged).toMatchObject(kinds.map((event) => ({ event, user, level: 30 })))
    const audited = (await printedBy(audit, env)).trim().split('\n')
    expect(audited.map((line) => JSON.parse(line))).toMatchObject(kinds.map((kind) => ({ kind, user, about: null })))
  },
)
