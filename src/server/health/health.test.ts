import { rename, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { newestMigration } from '../database/migrations-in-folder.ts'
import { fileOf } from '../database/open.ts'

const task = { title: 'write', description: 'a page', dueDate: '2026-11-15' }

/** An app in which every health check runs a new probe. */
async function world(engine: Engine) {
  let now = 0
  const app = await testApp({
    engine,
    dependencies: {
      monotonic: () => {
        now += 60_000
        return now
      },
    },
  })
  const status = async (path: string) => (await app.visitor().get(path)).status
  return {
    ...app,
    file: fileOf(app.config.databaseUrl) ?? '',
    ready: () => status('/health/ready'),
    writable: () => status('/health/writable'),
    live: () => status('/health/live'),
  }
}

test.for(engines)('%s: a server is writable when it has written a row', async (engine) => {
  const { writable, database } = await world(engine)
  const beats = async () => (await database.db.selectFrom('heartbeats').select('count').executeTakeFirst())?.count ?? 0
  const before = await beats()
  expect(await writable()).toBe(200)
  expect(await beats()).toBe(before + 1)
})

test.for(engines)(
  '%s: without one of its tables the server is alive but not ready, and reveals no details',
  async (engine) => {
    const { ready, live, database, visitor } = await world(engine)
    await sql`alter table pictures rename to lost`.execute(database.db)
    expect(await ready()).toBe(503)
    expect((await visitor().get('/health/ready')).text).not.toContain('pictures')
    expect(await live()).toBe(200)
    await sql`alter table lost rename to pictures`.execute(database.db)
    expect(await ready()).toBe(200)
  },
)

test('/health/live names the version, the commit and the newest migration', async () => {
  const { visitor } = await testApp({ dependencies: { build: { version: '1.2.3', commit: '0123456789ab' } } })
  const { body } = await visitor().get('/health/live')
  expect(body).toEqual({ status: 'ok', version: '1.2.3', commit: '0123456789ab', schema: await newestMigration() })
})

test.for(engines)('%s: with a read-only database the server is ready to read and not to write', async (engine) => {
  const { as, visitor, database } = await world(engine)
  const ana = as('ana')
  await ana.post('/tasks/createTask', task)
  const set = (on: boolean) =>
    engine === 'sqlite'
      ? sql`pragma query_only = ${sql.raw(on ? 'on' : 'off')}`.execute(database.db)
      : sql
          .raw(
            `do $$ begin execute format('alter database %I set default_transaction_read_only = ${on ? 'on' : 'off'}', current_database());
             perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'taskdeck' and pid <> pg_backend_pid(); end $$`,
          )
          .execute(database.db)
  await set(true)
  if (engine === 'postgres')
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db).catch(() => {})
  // The first request may meet a connection that was ended.
  await expect.poll(async () => (await visitor().get('/health/ready')).body).toEqual({ status: 'ok', write: false })
  const writable = await visitor().get('/health/writable')
  expect([writable.status, writable.headers['retry-after'], writable.body.readsOnly]).toEqual([503, '2', true])
  expect((await ana.get('/tasks/getTasks')).body.tasks).toHaveLength(1)
})

test('sqlite: while its file is moved away the server is not ready and acknowledges no write, and it recovers when the file is back', async () => {
  const { as, file, ready, live } = await world('sqlite')
  const ana = as('ana')
  expect((await ana.post('/tasks/createTask', task)).status).toBe(201)
  await rename(file, `${file}.away`)
  expect(await ready()).toBe(503)
  expect(await live()).toBe(200)
  for (const answer of [
    await ana.post('/tasks/createTask', task),
    await ana.put('/auth/preferences', { theme: 'dark' }),
  ]) {
    expect(answer.status).toBe(503)
  }
  await writeFile(file, '')
  expect(await ready()).toBe(503)
  await rename(`${file}.away`, file)
  expect(await ready()).toBe(200)
  expect((await ana.post('/tasks/createTask', task)).body.task.number).toBe(2)
})

test('the log says once why the database cannot be used, and when it is back', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  let now = 0
  const { as, config } = await testApp({ dependencies: { log, monotonic: () => now } })
  const file = fileOf(config.databaseUrl) ?? ''
  const ana = as('ana')
  await ana.get('/tasks/getTasks')
  const aboutDatabase = () => lines.filter((line) => /database|sqlite|ready/i.test(line))
  await rename(file, `${file}.away`)
  for (let count = 0; count < 5; count++) expect((await ana.post('/tasks/createTask', task)).status).toBe(503)
  await expect.poll(aboutDatabase).toEqual([expect.stringMatching(/^Not ready to write: .* cannot be used \(.+\)$/)])
  now += 90_000
  await rename(`${file}.away`, file)
  expect((await ana.get('/health/ready')).body).toEqual({ status: 'ok', write: true })
  expect(aboutDatabase().slice(1)).toEqual([expect.stringMatching(/^Ready to write again: .* was away for 90 s$/)])
})
