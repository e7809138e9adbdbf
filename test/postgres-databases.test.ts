import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { engines } from './database.ts'
import { lendDatabase } from './postgres-databases.ts'

const onPostgres = engines.filter((engine) => engine === 'postgres')

/** Statements of one test, and the data that the next test finds. */
async function after(change: (client: pg.Client) => Promise<unknown>) {
  const first = await lendDatabase()
  const changed = await connect(first.url)
  await change(changed)
  await first.giveBack()
  const next = await lendDatabase()
  onTestFinished(next.giveBack)
  return { isSame: next.url === first.url, client: await connect(next.url) }
}

async function connect(url: string) {
  const client = new pg.Client(url)
  // Connections that a test leaves open are terminated by the server.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

test.for(onPostgres)('%s: the next test finds the rows of the migrations and no others', async () => {
  const { isSame, client } = await after(async (client) => {
    await client.query("insert into attempts (key, count, until) values ('guess', 1, 0)")
    await client.query('update heartbeats set count = 7')
    await client.query("delete from kysely_migration where name >= '005'")
    await client.query("begin; insert into attempts (key, count, until) values ('not committed', 1, 0)")
  })
  expect(isSame).toBe(true)
  expect((await client.query('select * from attempts')).rows).toEqual([])
  expect((await client.query('select id, count::int from heartbeats')).rows).toEqual([{ id: 1, count: 0 }])
  expect((await client.query("select name from kysely_migration where name like '005%'")).rows).toHaveLength(1)
})

test.for(
  onPostgres.flatMap((engine) =>
    [
      'create table found (id integer)',
      'drop index events_of_task',
      'alter table users add constraint no_images check (image is null)',
      'analyze kysely_migration',
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
      "insert into attempts select 'guess ' || n, 1, 0 from generate_series(1, 30000) n",
    ].map((statement) => [engine, statement] as const),
  ),
)('%s: a database is not used again after: %s', async ([, statement]) => {
  expect((await after((client) => client.query(statement))).isSame).toBe(false)
})
