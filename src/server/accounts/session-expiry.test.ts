import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { wireRules } from '../wiring.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** An app with a clock that stands still until a test moves it. */
async function appWithClock(engine: Engine) {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const app = await testApp({
    engine,
    dependencies: { clock },
    config: { maxSessionIdleMs: 14 * day, maxSessionMs: 90 * day },
  })
  const ana = app.as('ana')
  await ana.user()
  return {
    ...app,
    ana,
    clock,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    verify: async () => (await ana.get('/auth/verify')).status,
    forgetOld: wireRules({ ...app, clock, log: pino({ level: 'silent' }) }).sessions.forgetOld,
    sessions: () => app.database.db.selectFrom('sessions').selectAll().execute(),
  }
}

test.for(engines)('%s: a session ends after 14 days without use', async (engine) => {
  const { pass, verify } = await appWithClock(engine)
  pass(14 * day - 1)
  expect(await verify()).toBe(200)
  pass(14 * day - 1)
  expect(await verify()).toBe(200)
  pass(14 * day)
  expect(await verify()).toBe(401)
})

test.for(engines)('%s: a session ends after 90 days, even if it is used', async (engine) => {
  const { pass, verify } = await appWithClock(engine)
  for (let days = 0; days < 80; days += 10) {
    pass(10 * day)
    expect(await verify()).toBe(200)
  }
  pass(10 * day - 1)
  expect(await verify()).toBe(200)
  pass(1)
  expect(await verify()).toBe(401)
})

test.for(engines)('%s: the last use of a session is written at most once in five minutes', async (engine) => {
  const { pass, verify, sessions, clock } = await appWithClock(engine)
  const [before] = await sessions()
  pass(5 * minute - 1)
  for (let times = 0; times < 3; times++) await verify()
  expect(await sessions()).toEqual([before])
  pass(1)
  await verify()
  expect(await sessions()).toEqual([{ ...before, seen_at: clock() }])
  const written = await sessions()
  pass(5 * minute - 1)
  await verify()
  expect(await sessions()).toEqual(written)
})

test.for(engines)('%s: an expired session is not renewed by signing in elsewhere', async (engine) => {
  const { ana, pass, verify } = await appWithClock(engine)
  pass(15 * day)
  await ana.elsewhere()
  expect(await verify()).toBe(401)
})

test.for(engines)('%s: housekeeping removes expired sessions only', async (engine) => {
  const { ana, clock, pass, sessions, forgetOld } = await appWithClock(engine)
  pass(10 * day)
  await ana.elsewhere()
  pass(4 * day)
  await forgetOld()
  expect((await sessions()).map((session) => session.created_at)).toEqual([clock() - 4 * day])
})

test.for(engines)('%s: a session survives a clock that is temporarily wrong', async (engine) => {
  const { ana, pass, verify } = await appWithClock(engine)
  for (const jump of [365 * day, -10 * day]) {
    pass(jump)
    await verify()
    await ana.get('/tasks/getTasks')
    pass(-jump)
    expect(await verify()).toBe(200)
  }
})

test.for(engines)(
  '%s: the answer to a cookie whose session has expired or ended leaves the cookie alone, which may be a newer one',
  async (engine) => {
    const { ana, pass, database } = await appWithClock(engine)
    pass(14 * day)
    const verified = () => ana.get('/auth/verify')
    expect((await verified()).headers['set-cookie']).toBeUndefined()
    await database.db.deleteFrom('sessions').execute()
    expect([(await verified()).status, (await verified()).headers['set-cookie']]).toEqual([401, undefined])
  },
)

test.for(engines)('%s: a session that began while the clock was ahead does not last longer', async (engine) => {
  const { pass, verify, forgetOld } = await appWithClock(engine)
  pass(-365 * day)
  await forgetOld()
  pass(14 * day - 1)
  expect(await verify()).toBe(200)
  pass(14 * day)
  expect(await verify()).toBe(401)
})

test.for(engines)('%s: a proof from a time when the clock was ahead is not valid for longer', async (engine) => {
  const { ana, pass } = await appWithClock(engine)
  const isProved = async () => (await ana.get('/auth/account')).body.proved
  expect(await isProved()).toBe(true)
  pass(-11 * minute)
  expect(await isProved()).toBe(false)
})

test('a session says when it ends if it is not used again', async () => {
  const { ana, pass } = await appWithClock('sqlite')
  const expiresInMs = async () => (await ana.get('/auth/verify')).body.expiresInMs
  expect(await expiresInMs()).toBe(14 * day)
  for (let use = 0; use < 8; use++) {
    pass(10 * day)
    expect(await expiresInMs()).toBe(Math.min(14 * day, (80 - use * 10) * day))
  }
})
