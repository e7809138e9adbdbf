import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

const onPostgres = engines.filter((engine) => engine === 'postgres')

async function world() {
  const url = await migratedDatabase('postgres')
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  return { database, other }
}

const transactionId = async (tx: Kysely<Schema>) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]?.id

test.for(onPostgres)('%s: at most 32 pieces of work share a commit', async () => {
  const { database } = await world()
  const owners = Array.from({ length: 70 }, (_, index) => `owner ${index}`)
  const ids = await Promise.all(owners.map((owner) => database.transaction(owner, transactionId)))
  const sizes = [...Map.groupBy(ids, (id) => id).values()].map(({ length }) => length)
  expect(Math.max(...sizes)).toBe(32)
  expect(sizes.length).toBeLessThan(10)
})

test.for(onPostgres)('%s: the work of an owner waits for that before it, and other owners do not', async () => {
  const { database } = await world()
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const order: string[] = []
  const first = database.transaction('ana', async (tx) => {
    await transactionId(tx)
    begun.resolve()
    await go.promise
    order.push('first of ana')
  })
  await begun.promise
  const second = database.transaction('ana', async () => void order.push('second of ana'))
  await database.transaction('bo', async () => void order.push('bo'))
  go.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['bo', 'first of ana', 'second of ana'])
})

test.for(onPostgres)(
  '%s: an owner whose rows are locked elsewhere does not share transactions for a while',
  async () => {
    const { database, other } = await world()
    await database.db.insertInto('attempts').values({ key: 'locked', count: 1, until: 0, max_count: 0 }).execute()
    await other.query('begin')
    await other.query("select from attempts where key = 'locked' for update")
    const left = Promise.withResolvers<void>()
    let runs = 0
    const waits = database.transaction('ana', async (tx) => {
      if (++runs === 2) left.resolve()
      await tx.updateTable('attempts').set({ count: 2 }).where('key', '=', 'locked').execute()
    })
    await left.promise
    const [ana, bo, cy] = await Promise.all(
      ['ana', 'bo', 'cy'].map((owner) => database.transaction(owner, transactionId)),
    )
    expect(bo).toBe(cy)
    expect(ana).not.toBe(bo)
    await other.query('commit')
    await waits
  },
)

test.for(onPostgres)(
  '%s: a slow statement and an error that work has ignored delay or damage no other work',
  async () => {
    const { database } = await world()
    const runs: string[] = []
    const all = await Promise.allSettled([
      database.transaction('slow', async (tx) => {
        runs.push('slow')
        await sql`select pg_sleep(0.6)`.execute(tx)
      }),
      database.transaction('careless', async (tx) => {
        await sql`select 1 / 0`.execute(tx).catch(() => {})
      }),
      database.transaction('ana', transactionId),
    ])
    // The first time in the group, which ends it after half a second, and then alone.
    expect(runs).toEqual(['slow', 'slow'])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(all[1]).toMatchObject({ reason: { code: '25P02' } })
  },
)

test.for(onPostgres)('%s: a commit may wait for a lock for longer than a piece of work', async () => {
  const { database, other } = await world()
  await other.query(`
    create function wait_for_test() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return null; end';
    create constraint trigger waits after insert on attempts deferrable initially deferred for each row execute function wait_for_test();
    select pg_advisory_lock(1)`)
  const write = database.transaction('ana', (tx) =>
    tx.insertInto('attempts').values({ key: 'a', count: 1, until: 0, max_count: 0 }).execute(),
  )
  const waitsLong = `select from pg_stat_activity where datname = current_database() and application_name = 'taskdeck'
    and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '100 ms'`
  while (!(await other.query(waitsLong)).rowCount);
  await other.query('select pg_advisory_unlock(1)')
  await expect(write).resolves.toBeDefined()
})

test.for(onPostgres)(
  '%s: the decks of all owners are locked at once, except those that another node has locked or whose account is deleted',
  async () => {
    const { database, other } = await world()
    for (const [owner, removed] of [
      ['ana', 'null'],
      ['bo', 'null'],
      ['gone', '1'],
    ]) {
      await other.query(`insert into users (id, username, email, email_key, preferences, created_at)
        values ('${owner}', '${owner}', '${owner}', '${owner}', '{}', 0)`)
      await other.query(`insert into decks (user_id, last_number, last_seq, removed_at, text_bytes, counted_seq)
        values ('${owner}', 7, 9, ${removed}, 100, 0)`)
    }
    await other.query("begin; select from decks where user_id = 'bo' for update")
    const deck = { last_number: 7, last_seq: 9, text_bytes: 100 }
    const known = (owner: string, work?: () => void) =>
      database.transaction(owner, async (tx) => {
        const found = database.lockedDecks(tx)?.get(owner)
        work?.()
        return found
      })
    const fails = () => {
      throw new Error('no')
    }
    const results = await Promise.allSettled([
      known('ana'),
      known('bo'),
      known('gone'),
      known('ana', fails),
      known('ana'),
    ])
    expect(results.map((result) => (result.status === 'fulfilled' ? (result.value ?? 'unknown') : 'failed'))).toEqual([
      deck,
      'unknown',
      'unknown',
      'failed',
      // What failed work has changed is rolled back, so nothing is known any more.
      'unknown',
    ])
    await other.query('rollback')
  },
)
