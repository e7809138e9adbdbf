import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials } from '../../../test/people.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import { wireRules } from '../wiring.ts'
import { newPasswordFor } from './forgotten-password.ts'
import { passwordHasher } from './passwords.ts'
import { providerAccounts } from './provider-accounts.ts'
import { ProviderFailure } from './provider-failure.ts'

const minute = 60_000
const hasher = passwordHasher({ cost: { memory: 8, passes: 1, parallelism: 1 } })
const client = { ip: '192.0.2.1', userAgent: undefined }
const identity = {
  issuer: 'https://google.example',
  subject: 'thief',
  email: 'thief@gmail.example',
  emailVerified: true,
  began: { issuer: 'https://google.example', subject: 'thief', sid: null, id_token: null },
}

/** An app that can pause a successful password check just before its result is used. */
async function racingApp(engine: Engine) {
  const real = hasher
  let held: { reached: () => void; released: Promise<void> } | undefined
  const passwords = {
    ...real,
    matches: async (...args: Parameters<typeof real.matches>) => {
      const isRight = await real.matches(...args)
      const { reached, released } = held ?? {}
      held = undefined
      reached?.()
      await released
      return isRight
    },
  }
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const app = await googleApp({ engine, dependencies: { clock, passwords } })
  const rules = wireRules({ ...app, log: pino({ level: 'silent' }), clock, passwords })
  const google = providerAccounts({ ...rules, database: app.database, clock })
  return {
    ...app,
    rules,
    googleAccounts: google,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** Starts the work, runs `meanwhile` after its password check, and returns the response of the work. */
    async during<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { reached: reached.resolve, released: released.promise }
      const answer = work()
      await reached.promise
      await meanwhile()
      released.resolve()
      return answer
    },
    sessions: () => app.database.db.selectFrom('sessions').selectAll().execute(),
    users: () => app.database.db.selectFrom('users').selectAll().execute(),
    /** The caller as a request sees it that was authenticated a moment ago. */
    callerOf: async ({ cookies }: { cookies: Map<string, string> }): Promise<SessionCaller> => {
      const caller = await rules.sessions.find(cookies.get('taskdeck_session') ?? '')
      if (!caller) throw new Error('Nobody is signed in.')
      return caller
    },
  }
}

type World = Awaited<ReturnType<typeof racingApp>>

const ana = credentials('ana')
const newPassword = 'quite another password'

/** The three ways in which a password becomes invalid. */
const replacements: [string, (world: World) => Promise<unknown>][] = [
  [
    'a new password',
    async ({ as }) => {
      const answer = await as('ana').put('/auth/password', { current: ana.password, password: newPassword })
      expect(answer.status).toBe(200)
    },
  ],
  ["the operator's reset", ({ database }) => newPasswordFor(ana.email, database, hasher)],
  [
    'Google joining the account',
    async ({ google, visitor }) => {
      google.account = { sub: '1', email: ana.email, email_verified: true }
      expect((await throughGoogle(visitor())).location).toBe('/taskdeck/#/dashboard')
    },
  ],
]

const cases = engines.flatMap((engine) => replacements.map(([name, replace]) => [engine, name, replace] as const))

test.for(cases)('%s: a sign-in with the old password during %s starts no session', async ([engine, , replace]) => {
  const world = await racingApp(engine)
  await world.as('ana').user()
  const thief = world.visitor()
  let before: unknown
  const answer = await world.during(
    () => thief.post('/auth/login', ana),
    async () => {
      await replace(world)
      before = await world.sessions()
    },
  )
  expect([answer.status, answer.setCookies]).toEqual([401, []])
  expect(await world.sessions()).toEqual(before)
})

test.for(engines)('%s: no change, deletion or proof with the old password succeeds after a reset', async (engine) => {
  const thefts = [
    { method: 'PUT', url: '/auth/password', body: { current: ana.password, password: 'the one of a thief' } },
    { method: 'POST', url: '/auth/delete', body: { password: ana.password } },
    { method: 'POST', url: '/auth/prove', body: { password: ana.password } },
  ] as const
  const world = await racingApp(engine)
  const { _id } = await world.as('ana').user()
  const [{ password_hash } = { password_hash: null }] = await world.users()
  for (const { method, url, body } of thefts) {
    await world.database.db.updateTable('users').set({ password_hash }).where('id', '=', _id).execute()
    const thief = await world.as('ana').elsewhere()
    let before: unknown
    const answer = await world.during(
      () => thief.send(method, url, body),
      async () => {
        await newPasswordFor(ana.email, world.database, hasher)
        before = [await world.users(), await world.sessions()]
      },
    )
    expect([url, answer.status]).toEqual([url, 401])
    expect([await world.users(), await world.sessions()]).toEqual(before)
  }
})

test.for(engines)('%s: a session that ends during a request changes nothing', async (engine) => {
  const world = await racingApp(engine)
  const { as, google, visitor, rules, googleAccounts } = world
  google.account = { sub: '1', email: 'ana@gmail.example', email_verified: true }
  await throughGoogle(as('ana'), { purpose: 'link' })
  google.account = { sub: '2', email: 'gina@gmail.example', email_verified: true }
  const gina = visitor()
  await throughGoogle(gina)
  const [caller, withoutPassword] = [await world.callerOf(await as('ana').elsewhere()), await world.callerOf(gina)]
  await as('ana').delete('/auth/sessions')
  await gina.post('/auth/logout')
  const rows = async () => [
    await world.users(),
    await world.sessions(),
    await world.database.db.selectFrom('identities').selectAll().execute(),
  ]
  const before = await rows()
  const ended = { code: 'not_signed_in' }
  const linked = { ...identity, issuer: google.issuer, subject: '1', name: undefined, picture: undefined }
  const asked: [string, () => Promise<unknown>][] = [
    [
      'change',
      () => rules.credentials.changePassword(caller, { current: ana.password, password: newPassword }, client),
    ],
    ['first password', () => rules.credentials.changePassword(withoutPassword, { password: newPassword }, client)],
    ['prove', () => rules.credentials.prove(caller, { password: ana.password }, client)],
    ['unlink', () => rules.credentials.unlink(caller, 'Google')],
    ['link', () => googleAccounts.link(caller, { ...linked, subject: 'thief' })],
    ['prove with Google', () => googleAccounts.prove(caller, linked)],
    ['delete', () => rules.accounts.remove(caller, ana.password, client)],
    ['delete without a password', () => rules.accounts.remove(withoutPassword, undefined, client)],
  ]
  for (const [name, ask] of asked) await expect(ask(), name).rejects.toMatchObject(ended)
  expect(await rows()).toEqual(before)
})

test.for(engines)('%s: a proof is checked when the change is made, not when the request arrives', async (engine) => {
  const { as, rules, googleAccounts, callerOf, pass, database } = await racingApp(engine)
  await as('ana').user()
  const caller = await callerOf(as('ana'))
  pass(10 * minute)
  const [stale, fresh] = [caller, { ...caller, provedAt: caller.provedAt + 10 * minute }]
  for (const asked of [stale, fresh]) {
    const link = googleAccounts.link(asked, { ...identity, name: undefined, picture: undefined })
    await expect(link).rejects.toMatchObject({ code: 'forbidden' })
    await expect(rules.credentials.unlink(asked, 'Google')).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await database.db.selectFrom('identities').selectAll().execute()).toEqual([])
})

test.for(engines)(
  '%s: a Google account that is unlinked during a request opens no account and is not accepted as a proof',
  async (engine) => {
    const { as, google, googleAccounts, callerOf, database } = await racingApp(engine)
    google.account = { sub: '1', email: 'ana@gmail.example', email_verified: true }
    await throughGoogle(as('ana'), { purpose: 'link' })
    const caller = await callerOf(as('ana'))
    await as('ana').delete('/auth/google')
    const known = {
      ...identity,
      began: { issuer: google.issuer, subject: '1', sid: null, id_token: null },
      issuer: google.issuer,
      subject: '1',
      emailVerified: false,
      name: undefined,
      picture: undefined,
    }
    await expect(googleAccounts.prove(caller, known)).rejects.toThrow(new ProviderFailure('other_account'))
    await expect(googleAccounts.signIn(known, 'Google', client)).rejects.toThrow(new ProviderFailure('unverified'))
    expect(await database.db.selectFrom('sessions').select('id').execute()).toEqual([{ id: caller.credential }])
  },
)

/** Waits until a query on this database is blocked by a lock. */
async function untilBlocked({ db }: Database) {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length) return
  }
}

test('postgres: a sign-in waits for an uncommitted password change, and uses its result', async () => {
  const { as, visitor, database, sessions } = await racingApp('postgres')
  await as('ana').user()
  const hash = await hasher.hash(newPassword)
  const login = await database.transaction(
    'the test',
    async (tx) => {
      await tx.updateTable('users').set({ password_hash: hash }).execute()
      await tx.deleteFrom('sessions').execute()
      const begun = visitor().post('/auth/login', ana)
      await untilBlocked(database)
      // Wrapped in an array, because a returned promise would be awaited before the commit.
      return [begun]
    },
    'housekeeping',
  )
  expect((await login[0])?.status).toBe(401)
  expect(await sessions()).toEqual([])
})

test('postgres: a password change waits for an uncommitted sign-in, and ends its session', async () => {
  const { as, database, rules, sessions } = await racingApp('postgres')
  const { _id } = await as('ana').user()
  const change = await database.transaction(
    'the test',
    async (tx) => {
      await tx.selectFrom('users').selectAll().forNoKeyUpdate().execute()
      const begun = as('ana').put('/auth/password', { current: ana.password, password: newPassword })
      await untilBlocked(database)
      await rules.sessions.start(tx, _id, client)
      return [begun]
    },
    'housekeeping',
  )
  expect((await change[0])?.status).toBe(200)
  expect(await sessions()).toHaveLength(1)
  expect((await as('ana').get('/auth/verify')).status).toBe(200)
})

/** A link in a mail that was sent to an address. */
const linkTo = (user_id: string, email: string, token: string) => ({
  ...{ user_id, email, purpose: 'confirm-email' as const, token_hash: hash('sha256', token, 'base64url') },
  ...{ created_at: Date.UTC(2026, 0, 1), expires_at: Date.UTC(2026, 0, 1) + minute },
})

test('postgres: a password change waits for a mail that is being handed over, and ends its link', async () => {
  const { as, database } = await racingApp('postgres')
  const { _id } = await as('ana').user()
  const waiting = { state: 'waiting', attempts: 1, due_at: 1, next_at: 1, local_time: null, last_error: null } as const
  const row = { user_id: _id, id: 'mail', kind: 'mail-confirm', subject: _id, name: '{}', ...waiting }
  await database.db.insertInto('deliveries').values(row).execute()
  const change = await database.transaction(
    'the test',
    async (tx) => {
      await tx.updateTable('deliveries').set({ state: 'sent' }).where('id', '=', 'mail').execute()
      const begun = as('ana').put('/auth/password', { current: ana.password, password: newPassword })
      await untilBlocked(database)
      await tx
        .insertInto('mail_links')
        .values(linkTo(_id, identity.email, 'x'))
        .execute()
      return [begun]
    },
    'housekeeping',
  )
  expect((await change[0])?.status).toBe(200)
  expect(await database.db.selectFrom('mail_links').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test('postgres: a new email waits for an uncommitted sign-up with it, and is refused', async () => {
  const { as, visitor, database, users } = await racingApp('postgres')
  const { _id } = await as('ana').user()
  const [row] = await users()
  if (!row) throw new Error('Ana has no account.')
  const token = 'x'.repeat(43)
  await database.db
    .insertInto('mail_links')
    .values(linkTo(_id, identity.email, token))
    .execute()
  const confirm = await database.transaction(
    'the test',
    async (tx) => {
      const other = { ...row, id: 'other', email: identity.email, email_key: identity.email }
      await tx.insertInto('users').values(other).execute()
      const begun = visitor().post('/auth/confirmEmail', { token })
      await untilBlocked(database)
      return [begun]
    },
    'housekeeping',
  )
  expect(await confirm[0]).toMatchObject({ status: 409, body: { message: 'Another account has this email.' } })
  expect((await as('ana').get('/auth/verify')).body.user.email).toBe(ana.email)
})
