import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { cuttingProxy } from '../../../test/cutting-proxy.ts'
import { migratedDatabase } from '../../../test/database.ts'
import { withKey } from '../../../test/keys.ts'
import { listTasks, taskInput } from '../../../test/tasks.ts'
import { defaultLimits } from './limits.ts'
import { openPostgres } from './postgres.ts'

test('postgres: when all connections are in use, requests wait briefly and then get 503; nothing is lost', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const limits = { ...defaultLimits, connections: 2, maxWaitMs: 200, maxLockMs: 30_000, maxStatementMs: 30_000 }
  const { as } = await testApp({
    config: { databaseUrl },
    dependencies: { database: openPostgres(databaseUrl, limits) },
  })
  const [ana, bo, cy] = [as('ana'), as('bo'), as('cy')]
  for (const person of [ana, bo, cy]) await person.post('/tasks/createTask', taskInput())
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('select * from decks for update')

  // One at a time, because the session is looked up on a connection, too.
  const writes = []
  for (const person of [ana, bo]) {
    writes.push(person.post('/tasks/createTask', taskInput()))
    for (;;) {
      await other.query('select pg_stat_clear_snapshot()')
      const { rows } = await other.query(
        // Work that shares a transaction waits for 20 ms only, and then waits in a transaction of its own.
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and clock_timestamp() - query_start > interval '200 ms'`,
      )
      if (rows.length === writes.length) break
    }
  }
  const begun = performance.now()
  const refused = await Promise.all(Array.from({ length: 20 }, () => cy.get('/tasks/getTasks')))
  expect(performance.now() - begun).toBeLessThan(10_000)
  for (const { status, headers, body } of refused) {
    expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'unavailable'])
  }
  await other.query('commit')
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([201, 201])
  for (const [person, count] of [[ana, 2] as const, [bo, 2] as const, [cy, 1] as const])
    expect(await listTasks(person)).toHaveLength(count)
})

test.for(['cut', 'silent'] as const)(
  'postgres: if the answer to a commit is lost (%s), the call gets 503, and its repetition gets the response',
  async (how) => {
    const direct = await migratedDatabase('postgres')
    const proxy = await cuttingProxy(direct)
    const databaseUrl = direct.replace(new URL(direct).host, new URL(proxy.origin).host)
    // A server that is silent for longer than its own limit for a statement is given up.
    const limits = { ...defaultLimits, maxStatementMs: 1_000 }
    const database = openPostgres(databaseUrl, limits)
    database.ready = true
    const { as } = await testApp({ config: { databaseUrl: direct }, dependencies: { database } })
    const ana = as('ana')
    await ana.user()
    const create = () => withKey(ana, 'one').post('/tasks/createTask', taskInput())
    proxy.loseNextAnswer(/commit/i, how)
    const lost = await create()
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '2'])
    const first = await create()
    expect(first.status).toBe(201)
    expect((await create()).text).toBe(first.text)
    expect(await listTasks(ana)).toHaveLength(1)
  },
)
