import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { engines } from '../../test/database.ts'
import { startPair } from '../../test/postgres-pair.ts'
import { makeToken, withToken } from '../../test/tokens.ts'
import { anyThing, fillings, nameOf, twoUsers } from '../../test/two-users.ts'
import { api, apiCalls } from '../contract/calls/api.ts'
import { pathOf } from '../contract/client.ts'
import type { Database } from './database/database.ts'
import { tableNames } from './database/schema.ts'

/** Makes every write fail, as on a full disk. */
async function refuseWrites({ db }: Database, engine: (typeof engines)[number]) {
  if (engine === 'postgres') {
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception using errcode = ''53100''; end'`.execute(
      db,
    )
  }
  for (const table of tableNames) {
    if (engine === 'postgres') {
      const event = sql.raw('before insert or update or delete')
      await sql`create trigger refuse ${event} on ${sql.table(table)} for each row execute function refuse()`.execute(
        db,
      )
      continue
    }
    for (const event of ['insert', 'update', 'delete']) {
      await sql`create trigger ${sql.id(`refuse_${event}_${table}`)} before ${sql.raw(event)} on ${sql.table(table)} begin select raise(fail, 'full'); end`.execute(
        db,
      )
    }
  }
}

/** The checks of the server write on purpose. Guesses of a device code and sign-ins, which need to write anyway, are counted first. */
const writing = [
  'GET /health/ready',
  'GET /health/writable',
  'GET /auth/device',
  'GET /auth/google',
  'GET /auth/openid/:provider',
]

type Users = Awaited<ReturnType<typeof twoUsers>>

/** Calls every read of a user and of a program, each after a pause that is longer than the precision of a last use. */
async function everyRead(app: Users, pass: (milliseconds: number) => void) {
  const { ana, things } = app
  const { token } = await makeToken(ana, { name: 'agent', scope: 'read' })
  const program = withToken(app, token)
  const reads = apiCalls.filter((call) => call.method === 'GET' && call !== api.live.events)
  return async () => {
    const found: Record<string, number[]> = {}
    for (const call of reads) {
      if (writing.includes(nameOf(call))) continue
      for (const params of fillings(call, [things.ana], anyThing)) {
        const path = pathOf(call.path, params)
        pass(6 * 60_000)
        found[path] = [(await ana.get(path)).status, (await program.get(path)).status]
      }
    }
    return found
  }
}

test.for(engines)('%s: every read is answered when nothing can be written, also after a pause', async (engine) => {
  let now = Date.now()
  const app = await twoUsers(engine, { dependencies: { clock: () => now } })
  const everyStatus = await everyRead(app, (milliseconds) => {
    now += milliseconds
  })
  const before = await everyStatus()
  expect(Object.keys(before).length).toBeGreaterThan(25)
  await refuseWrites(app.database, engine)
  const refused = await app.ana.post('/tasks/createTask', { title: 'No' })
  expect([refused.status, refused.body.code]).toEqual(
    engine === 'postgres' ? [507, 'storage_full'] : [500, expect.any(String)],
  )
  expect(await everyStatus()).toEqual(before)
})

test('postgres: every read is answered by a standby while there is no primary, and writes are refused for now', {
  tags: 'long',
}, async () => {
  const pair = await startPair()
  onTestFinished(pair.stop)
  let now = Date.now()
  const app = await twoUsers('postgres', { config: { databaseUrl: pair.url }, dependencies: { clock: () => now } })
  const everyStatus = await everyRead(app, (milliseconds) => {
    now += milliseconds
  })
  const before = await everyStatus()
  await pair.primary().kill()
  expect(await everyStatus()).toEqual(before)
  expect((await app.ana.get('/health/ready')).body).toEqual({ status: 'ok', write: false })
  const refused = await app.ana.post('/tasks/createTask', { title: 'No' })
  expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
    503,
    '2',
    { code: 'unavailable', readsOnly: true },
  ])
  await pair.promote()
  const create = async () => (await app.ana.post('/tasks/createTask', { title: 'Yes' })).status
  await expect.poll(create, { timeout: 30_000 }).toBe(201)
})
