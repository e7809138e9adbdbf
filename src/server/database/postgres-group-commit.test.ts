import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { engines, migratedDatabase } from '../../../test/database.ts'
import type { NodeListener } from './database.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { openDatabase } from './open.ts'
import { preparedInsert } from './prepared.ts'
import type { Schema } from './schema.ts'

const onPostgres = engines.filter((engine) => engine === 'postgres')

async function world(limits: Partial<Limits> = {}) {
  const url = await migratedDatabase('postgres')
  const database = openDatabase(url, { ...defaultLimits, ...limits })
  onTestFinished(() => database.close())
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  const insert = preparedInsert(database.db, 'attempts', { key: true, count: true, until: true, max_count: true })
  const write = (tx: Kysely<Schema>, key: string) => insert(tx, { key, count: 1, until: 0, max_count: 0 as never })
  const keys = async () => (await other.query('select key from attempts order by key')).rows.map(({ key }) => key)
  return { url, database, other, write, keys }
}

const transactionId = async (tx: Kysely<Schema>) =>
  (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)).rows[0]?.id

/** Resolves when a connection of Taskdeck waits for a lock. */
async function waitsForLock(other: pg.Client) {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and application_name = 'taskdeck' and wait_event_type = 'Lock'`
  while (!(await other.query(waiting)).rowCount);
}

test.for(onPostgres)(
  '%s: concurrent transactions share a commit, and one that fails is rolled back alone',
  async () => {
    const { database, write, keys } = await world()
    await database.transaction('first', (tx) => write(tx, 'taken'))
    const wrong = new Error('no such task')
    const names = Array.from({ length: 12 }, (_, index) => `owner ${index}`)
    const all = await Promise.allSettled(
      names.map((owner, index) =>
        database.transaction(owner, async (tx) => {
          await write(tx, owner)
          if (index === 3) throw wrong
          // Fails after the work has ended, when the next one has begun.
          if (index === 6) await write(tx, 'taken')
          return index === 6 ? undefined : transactionId(tx)
        }),
      ),
    )
    expect(all[3]).toEqual({ status: 'rejected', reason: wrong })
    expect(all[6]).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
    const done = all.filter((result) => result.status === 'fulfilled')
    expect(done).toHaveLength(10)
    expect(new Set(done.map(({ value }) => value)).size).toBe(1)
    expect(await keys()).toEqual([...names.filter((_, index) => index !== 3 && index !== 6), 'taken'].sort())
  },
)

test.for(onPostgres)('%s: work that nothing has been waited for runs again if work before it fails', async () => {
  const { database, write, keys } = await world()
  await database.transaction('first', (tx) => write(tx, 'taken'))
  const runs: number[] = []
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      database.transaction(`owner ${index}`, async (tx) => {
        runs.push(index)
        await write(tx, index === 2 || index === 5 ? 'taken' : `key ${index}`)
        return index
      }),
    ),
  )
  expect(all.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
    0,
    1,
    '23505',
    3,
    4,
    '23505',
    6,
    7,
  ])
  expect(runs).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 6, 7])
  expect(await keys()).toEqual(['key 0', 'key 1', 'key 3', 'key 4', 'key 6', 'key 7', 'taken'])
})

test.for(onPostgres)(
  '%s: where users may be on different servers, only the work of one owner shares a commit',
  async () => {
    const { database } = await world({ sharedCommits: 'owner' })
    const owners = ['ana', 'bo', 'ana', 'bo', 'ana']
    const ids = await Promise.all(owners.map((owner) => database.transaction(owner, transactionId)))
    const idsOf = (owner: string) => new Set(ids.filter((_, index) => owners[index] === owner))
    expect([idsOf('ana').size, idsOf('bo').size]).toEqual([1, 1])
    expect(idsOf('ana').isDisjointFrom(idsOf('bo'))).toBe(true)
  },
)

test.for(onPostgres)('%s: a transaction is acknowledged when it is committed', async () => {
  const { database, other, write, keys } = await world()
  await other.query(`
    create function wait_for_test() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return null; end';
    create constraint trigger waits after insert on attempts deferrable initially deferred for each row execute function wait_for_test();
    select pg_advisory_lock(1)`)
  let acknowledged = 0
  const writes = ['a', 'b'].map((key) => database.transaction(key, (tx) => write(tx, key)).then(() => acknowledged++))
  await waitsForLock(other)
  expect([acknowledged, await keys()]).toEqual([0, []])
  await other.query('select pg_advisory_unlock(1)')
  await Promise.all(writes)
  expect([acknowledged, await keys()]).toEqual([2, ['a', 'b']])
})

test.for(onPostgres)('%s: work that waits for a lock leaves its group, and so does long work', async () => {
  const { database, other, write, keys } = await world()
  await database.transaction('first', (tx) => write(tx, 'locked'))
  await other.query('begin')
  await other.query("select from attempts where key = 'locked' for update")
  const order: string[] = []
  const waits = database.transaction('waits', async (tx) => {
    await write(tx, 'waited')
    await tx.updateTable('attempts').set({ count: 2 }).where('key', '=', 'locked').execute()
    order.push('waits')
  })
  const isLong = database.transaction('long', async (tx) => {
    for (let index = 0; index < 100; index++) await write(tx, `long ${String(index).padStart(2, '0')}`)
    order.push('long')
  })
  await Promise.all(['a', 'b'].map((key) => database.transaction(key, (tx) => write(tx, key))))
  expect(order).not.toContain('waits')
  await isLong
  await other.query('commit')
  await waits
  expect(order).toEqual(['long', 'waits'])
  expect(await keys()).toEqual([
    'a',
    'b',
    'locked',
    ...Array.from({ length: 100 }, (_, n) => `long ${String(n).padStart(2, '0')}`),
    'waited',
  ])
})

test.for(onPostgres)('%s: nodes are notified once for each owner whose work is committed', async () => {
  const { url, database } = await world()
  const node = openDatabase(url)
  const heard: string[] = []
  const listening = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const listener: NodeListener = {
    onNotified(owner, seq) {
      heard.push(`${owner} ${seq}`)
      if (owner === 'last') last.resolve()
    },
    onSettings: (owner) => heard.push(`settings of ${owner}`),
    onMissed: listening.resolve,
  }
  const stop = node.listenToNodes(listener)
  onTestFinished(async () => {
    await stop()
    await node.close()
  })
  await listening.promise
  const change = (owner: string, seq: number, fails = false) =>
    database.transaction(owner, async (tx) => {
      await database.notifyNodes(tx, owner, seq)
      if (seq === 1) await database.notifyNodesOfSettings(tx, owner)
      if (fails) throw new Error('no')
    })
  await Promise.allSettled([change('ana', 1), change('ana', 2), change('bo', 7, true), change('cy', 3)])
  await change('last', 1)
  await last.promise
  expect(heard.sort()).toEqual([
    'ana 2',
    'cy 3',
    'last 1',
    'settings of ana',
    ...heard.filter((text) => text === 'settings of last'),
  ])
})

test.for(onPostgres)('%s: if the connection breaks, all work of the group fails, and later work succeeds', async () => {
  const { database, other, write, keys } = await world()
  const group = ['a', 'b', 'c'].map((key) =>
    database.transaction(key, async (tx) => {
      await write(tx, key)
      if (key === 'b')
        await other.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'taskdeck'",
        )
      await transactionId(tx)
    }),
  )
  for (const result of await Promise.allSettled(group)) {
    expect(result.status).toBe('rejected')
    expect(database.outage((result as PromiseRejectedResult).reason)?.kind).toBe('unreachable')
  }
  expect(await keys()).toEqual([])
  await database.transaction('a', (tx) => write(tx, 'a'))
  expect(await keys()).toEqual(['a'])
})
