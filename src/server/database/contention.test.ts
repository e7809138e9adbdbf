import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { defaultLimits } from './limits.ts'
import { openDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'

const task = { title: 'write', description: 'a page', dueDate: '2026-11-15' }

/** A connection of another program to the same database. */
async function elsewhere(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Resolves when at least `count` connections of Taskdeck wait for a lock. */
async function waiting(client: pg.Client, count: number) {
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'taskdeck' and wait_event_type = 'Lock'`,
    )
    if (rows[0].count >= count) return
  }
}

async function ownersRowHeld(lockTimeout: number) {
  const databaseUrl = await migratedDatabase('postgres')
  const app = await testApp({
    config: { databaseUrl },
    dependencies: { database: openPostgres(databaseUrl, { ...defaultLimits, maxLockMs: lockTimeout }) },
  })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await ana.post('/tasks/createTask', task)
  await bo.post('/tasks/createTask', task)
  const other = await elsewhere(databaseUrl)
  await other.query('begin')
  await other.query('select * from decks where user_id = $1 for update', [(await ana.user())._id])
  return { ana, bo, other, databaseUrl }
}

test('postgres: while the row of one owner is locked, other users are served, and the waiting writes complete later', async () => {
  const { ana, bo, other, databaseUrl } = await ownersRowHeld(30_000)
  const writes = Array.from({ length: 15 }, () => ana.post('/tasks/createTask', task))
  await waiting(await elsewhere(databaseUrl), 2)

  for (let round = 0; round < 5; round++) {
    expect((await bo.get('/auth/verify')).status).toBe(200)
    expect((await bo.get('/tasks/getTasks')).status).toBe(200)
    expect((await bo.post('/tasks/createTask', task)).status).toBe(201)
  }
  expect((await ana.get('/tasks/getTasks')).status).toBe(200)

  await other.query('commit')
  expect((await Promise.all(writes)).map((answer) => answer.status)).toEqual(writes.map(() => 201))
})

test('postgres: writes that wait too long for a lock get 503 and have no effect', async () => {
  const { ana, other } = await ownersRowHeld(50)
  const answers = await Promise.all(Array.from({ length: 15 }, () => ana.post('/tasks/createTask', task)))
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({
      code: 'unavailable',
      message: 'This took too long and was stopped. Please try again in a moment.',
    })
    expect(answer.headers['retry-after']).toBe('1')
  }
  await other.query('rollback')
  expect((await ana.post('/tasks/createTask', task)).body.task.number).toBe(2)
})

test.for(engines)(
  '%s: writes of one owner beyond the queue limit are refused with 429, and other users are served',
  async (engine) => {
    const app = await testApp({ engine, config: { maxUserRequests: 300, maxAddressRequests: 1_000 } })
    const [ana, bo] = [app.as('ana'), app.as('bo')]
    await Promise.all([ana.user(), bo.user()])
    const many = Array.from({ length: 300 }, () => ana.post('/tasks/createTask', task))
    const created = (await bo.post('/tasks/createTask', task)).status
    const statuses = new Set((await Promise.all(many)).map((answer) => answer.status))
    expect(created).toBe(201)
    expect([...statuses].sort()).toEqual([201, 429])
  },
)

async function database(engine: (typeof engines)[number]) {
  const url = await migratedDatabase(engine)
  const opened = openDatabase(url)
  onTestFinished(() => opened.close())
  return { ...opened, url }
}

test('postgres: transactions that deadlock are retried until both succeed', async () => {
  const { db, url, transaction } = await database('postgres')
  const otherNode = openDatabase(url)
  onTestFinished(() => otherNode.close())
  await db
    .insertInto('attempts')
    .values(['a', 'b'].map((key) => ({ key, count: 0, until: 0 })))
    .execute()
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const countBoth = (first: string, second: string, own: 0 | 1) =>
    // On two nodes, because work on one node that shares a transaction runs one after the other.
    (own ? otherNode.transaction : transaction)(`owner of ${first}`, async (tx) => {
      runs++
      const countUp = (key: string) =>
        tx.updateTable('attempts').set({ count: sql`count + 1` }).where('key', '=', key).execute()
      await countUp(first)
      begun[own].resolve()
      await begun[1 - own]?.promise
      await countUp(second)
    })
  await Promise.all([countBoth('a', 'b', 0), countBoth('b', 'a', 1)])
  expect(runs).toBeGreaterThan(2)
  const rows = await db.selectFrom('attempts').select('count').execute()
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
})

test('postgres: a serialization failure is retried, but not without limit', async () => {
  const { transaction, of } = await database('postgres')
  let runs = 0
  const failing = (times: number) => {
    runs = 0
    return transaction('ana', async (tx) => {
      if (runs++ < times) await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(tx)
      return runs
    })
  }
  expect(await failing(2)).toBe(3)
  await expect(failing(Number.POSITIVE_INFINITY)).rejects.toMatchObject({ code: '40001' })
  // Once together with the work of others, then five times alone.
  expect(runs).toBe(6)
  // The owner's connections are free again.
  await Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(of('ana'))))
})

test('postgres: statements of one owner that wait for a lock leave connections to other users', async () => {
  const { of, url, db } = await database('postgres')
  await db.insertInto('attempts').values({ key: 'a', count: 0, until: 0 }).execute()
  const other = await elsewhere(url)
  await other.query('begin')
  await other.query('select * from attempts for update')
  const writes = Array.from({ length: 15 }, () => of('ana').updateTable('attempts').set({ count: 1 }).execute())
  await waiting(await elsewhere(url), 2)
  await sql`select 1`.execute(of('bo'))
  await other.query('commit')
  await Promise.all(writes)
})

test('postgres: a timeout is reported as busy, and a closed connection as unreachable', async () => {
  const { db, outage } = await database('postgres')
  const kindOf = async (code: string) => {
    const failing = sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(db)
    return outage(await failing.catch((error) => error))?.kind
  }
  for (const code of ['57014', '40P01', '40001', '55P03']) expect([code, await kindOf(code)]).toEqual([code, 'busy'])
  expect(await kindOf('25P03')).toBe('unreachable')
})

test('postgres: housekeeping waits longer for locks than a request does', async () => {
  const { transaction } = await database('postgres')
  const timeout = (patience?: 'housekeeping') =>
    transaction(
      'ana',
      async (tx) => (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)).rows[0]?.lock_timeout,
      patience,
    )
  // Together with the work of others. Work that fails because of this waits for 3 s alone.
  expect(await timeout()).toBe('20ms')
  expect(await timeout('housekeeping')).toBe('30s')
  expect(await timeout()).toBe('20ms')
})
