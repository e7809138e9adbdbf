import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { hasPgBouncer } from '../../../scripts/test-programs.mjs'
import { migratedDatabase } from '../../../test/database.ts'
import { liveApp } from '../../../test/live.ts'
import { startPgBouncer } from '../../../test/pgbouncer.ts'
import { taskInput } from '../../../test/tasks.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

async function throughPgBouncer(mode: 'session' | 'transaction') {
  const { url, stop } = await startPgBouncer(await migratedDatabase('postgres'), mode)
  onTestFinished(stop)
  return url
}

if (hasPgBouncer()) {
  test('postgres: through a pooler with a session for each connection, everything works', {
    tags: 'long',
  }, async () => {
    const databaseUrl = await throughPgBouncer('session')
    const database = openDatabase(databaseUrl)
    await migrate(database)
    await database.close()
    const app = await liveApp({ config: { databaseUrl } })
    const ana = app.as('ana')
    const stream = await app.listen(ana)
    expect((await ana.post('/tasks/createTask', taskInput())).status).toBe(201)
    expect((await stream.take(1)).length).toBe(1)
  })

  test('postgres: a pooler that shares sessions between transactions is refused with the way out', async () => {
    const database = openDatabase(await throughPgBouncer('transaction'))
    onTestFinished(() => database.close())
    await expect(migrate(database)).rejects.toThrow(
      /is a connection pooler that shares sessions.*set pool_mode = session, or name PostgreSQL itself/,
    )
  })
}

test('postgres: the time limits of a session are set without a pooler, too', async () => {
  const database = openDatabase(await migratedDatabase('postgres'), {
    connections: 2,
    maxWaitMs: 1_000,
    maxStatementMs: 7_000,
    maxLockMs: 3_000,
    sharedCommits: 'all',
  })
  onTestFinished(() => database.close())
  const { rows } =
    await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.db)
  expect(rows).toEqual([{ statement: '7s', lock: '3s', idle: '30s' }])
})
