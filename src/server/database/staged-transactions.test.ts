import { existsSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import type { Length } from './database.ts'
import { openDatabase } from './open.ts'
import type { Schema } from './schema.ts'

/** A database with the users Ana and Bo, each with a deck and this many labels. */
async function world(engine: Engine, labels = 0) {
  const url = await migratedDatabase(engine)
  const database = openDatabase(url)
  let isClosed = false
  const close = async () => {
    if (!isClosed) await database.close()
    isClosed = true
  }
  onTestFinished(close)
  for (const id of ['ana', 'bo']) {
    const text = { username: id, email: id, email_key: id, preferences: '{}' }
    await database.db
      .insertInto('users')
      .values({ id, ...text, password_hash: null, image: null, created_at: 0, removed_at: null })
      .execute()
    const counts = { last_number: 0, last_seq: 0, text_bytes: 0, counted_seq: 0 }
    await database.db
      .insertInto('decks')
      .values({ user_id: id, removed_at: null, ...counts })
      .execute()
  }
  for (let index = 0; index < labels; index++) await addLabel(database.db, 'ana', `old ${index}`)
  return {
    ...database,
    close,
    path: url.slice('sqlite:'.length),
    /** Runs work as a change of Ana's, which may be long. */
    change: <T>(work: (tx: Kysely<Schema>) => Promise<T>, length: Length = 'may be long') =>
      database.transaction('ana', work, 'request', length),
    labelsOf: (owner: string, db: Kysely<Schema> = database.db) => labelsIn(db, owner),
  }
}

const addLabel = (db: Kysely<Schema>, user_id: string, label: string) =>
  db.insertInto('labels').values({ user_id, label, tasks: 1 }).execute()

async function labelsIn(db: Kysely<Schema>, owner: string) {
  const rows = await db.selectFrom('labels').select('label').where('user_id', '=', owner).orderBy('label').execute()
  return rows.map(({ label }) => label)
}

/** Events of Ana's, from this number on. */
const eventRows = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ user_id: 'ana', seq: first + index, change: first, undoes: null, task_id: `task ${first + index}` },
    ...{
      kind: 'updated' as const,
      before: null,
      after: `{"n":${index}}`,
      version: 1,
      actor: 'ana',
      via: 'session',
      at: '',
    },
  }))

/** Writes so many rows that the work is too long for a shared transaction. */
async function writeMany(tx: Kysely<Schema>, first = 1): Promise<void> {
  for (let batch = 0; batch < 5; batch++) {
    await tx
      .insertInto('events')
      .values(eventRows(first + batch * 200, 200))
      .execute()
  }
}

const countEvents = async (db: Kysely<Schema>) =>
  Number((await sql<{ count: number }>`select count(*) as count from events`.execute(db)).rows[0]?.count)

test.for(engines)('%s: another owner writes while a long change is in progress', async (engine) => {
  const { change, transaction, labelsOf, db } = await world(engine)
  const seen = await change(async (tx) => {
    await writeMany(tx)
    // The change waits for the other owner's commit: it would wait for ever if it held the write lock.
    await transaction('bo', (other) => addLabel(other, 'bo', 'written meanwhile'))
    return [await labelsOf('bo'), await countEvents(db), await countEvents(tx)]
  })
  expect(seen).toEqual([['written meanwhile'], 0, 1_000])
  expect(await countEvents(db)).toBe(1_000)
})

test('sqlite: a change that is known to be long runs once, beside others, after earlier changes of its owner', async () => {
  const { change, transaction, labelsOf } = await world('sqlite')
  let runs = 0
  const earlier = change((tx) => addLabel(tx, 'ana', 'earlier'))
  const seen = change(async (tx) => {
    runs++
    // It would wait for ever if it held the write lock.
    await transaction('bo', (other) => addLabel(other, 'bo', 'written meanwhile'))
    await addLabel(tx, 'ana', 'long')
    return labelsOf('ana', tx)
  }, 'long')
  await earlier
  expect([await seen, await labelsOf('ana'), runs]).toEqual([['earlier', 'long'], ['earlier', 'long'], 1])
})

test.for(engines)('%s: a long change sees what it has written, as in any transaction', async (engine) => {
  const { change, db, labelsOf } = await world(engine, 3)
  const seen = await change(async (tx) => {
    await writeMany(tx)
    const updated = await tx.updateTable('events').set({ after: 'x' }).where('seq', '<=', 300).executeTakeFirst()
    const returned = await tx
      .updateTable('events')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('seq', '=', 7)
      .returning(['version', 'after'])
      .execute()
    const deleted = await tx.deleteFrom('events').where('seq', '>', 990).executeTakeFirst()
    await tx.deleteFrom('labels').where('label', '=', 'old 1').execute()
    await addLabel(tx, 'ana', 'new')
    await tx
      .insertInto('labels')
      .values({ user_id: 'ana', label: 'old 2', tasks: 1 })
      .onConflict((conflict) => conflict.columns(['user_id', 'label']).doUpdateSet({ tasks: 5 }))
      .execute()
    return [updated.numUpdatedRows, returned, deleted.numDeletedRows, await countEvents(tx), await labelsOf('ana', tx)]
  })
  const labels = ['new', 'old 0', 'old 2']
  expect(seen).toEqual([300n, [{ version: 2, after: 'x' }], 10n, 990, labels])
  expect([await countEvents(db), await labelsOf('ana')]).toEqual([990, labels])
  const changed = await db.selectFrom('events').select('seq').where('after', '=', 'x').execute()
  expect(changed).toHaveLength(300)
  // The next change finds them, and changes some of the same rows.
  await change(async (tx) => {
    await writeMany(tx, 2_001)
    await tx.deleteFrom('events').where('seq', '<=', 10).execute()
    await tx.updateTable('events').set({ after: 'y' }).where('seq', '<=', 20).execute()
  })
  expect(await countEvents(db)).toBe(1_980)
  expect(await db.selectFrom('events').select('seq').where('after', '=', 'y').execute()).toHaveLength(10)
})

test.for(engines)('%s: a long change that fails has changed nothing, and the next one works', async (engine) => {
  const { change, db } = await world(engine)
  const failing = change(async (tx) => {
    await writeMany(tx)
    throw new Error('stopped half way')
  })
  await expect(failing).rejects.toThrow('stopped half way')
  expect(await countEvents(db)).toBe(0)
  // A row that exists already is reported by the engine, as always.
  const twice = change(async (tx) => {
    await writeMany(tx)
    await writeMany(tx)
  })
  await expect(twice).rejects.toThrow(/unique/i)
  expect(await countEvents(db)).toBe(0)
  await change((tx) => writeMany(tx))
  expect(await countEvents(db)).toBe(1_000)
})

test('sqlite: other changes of the owner wait for a long one, and find what it has written', async () => {
  const { change, db } = await world('sqlite')
  const order: string[] = []
  const setSeq = (tx: Kysely<Schema>, last_seq: number) =>
    tx.updateTable('decks').set({ last_seq }).where('user_id', '=', 'ana').execute()
  const long = change(async (tx) => {
    await writeMany(tx)
    await setSeq(tx, 1_000)
    order.push('long')
  })
  const short = change(async (tx) => {
    await setSeq(tx, 1_001)
    order.push(`short, after ${await countEvents(tx)} events`)
  })
  await Promise.all([long, short])
  expect(order).toEqual(['long', 'short, after 1000 events'])
  const deck = await db.selectFrom('decks').select('last_seq').where('user_id', '=', 'ana').execute()
  expect(deck).toEqual([{ last_seq: 1_001 }])
})

test('sqlite: if another process changes the deck meanwhile, a long change starts again, but not without limit', async () => {
  const { change, path, db } = await world('sqlite')
  const other = new DatabaseSync(path, { timeout: 5_000 })
  onTestFinished(() => other.close())
  const changing = async (times: number) => {
    const seen: number[] = []
    await change(async (tx) => {
      await writeMany(tx, 1 + (await countEvents(tx)))
      const [deck] = await tx.selectFrom('decks').select('last_seq').where('user_id', '=', 'ana').execute()
      seen.push(deck?.last_seq ?? -1)
      // Within the ordinary transaction, the other process would wait.
      if (seen.length <= times) other.exec("update decks set last_seq = last_seq + 1 where user_id = 'ana'")
    })
    return seen
  }
  expect(await changing(1)).toEqual([0, 1])
  expect(await countEvents(db)).toBe(1_000)
  // Three times beside others, and then in the ordinary way.
  expect(await changing(3)).toEqual([1, 2, 3, 4])
  expect(await countEvents(db)).toBe(2_000)
})

test('sqlite: a statement that cannot be staged makes a long change run in the ordinary way', async () => {
  const { change, db } = await world('sqlite')
  await change(async (tx) => {
    await writeMany(tx)
    await tx
      .insertInto('label_colours')
      .values({ user_id: 'ana', label: 'red', colour: 'red' } as never)
      .onConflict((conflict) => conflict.columns(['user_id', 'label']).doNothing())
      .execute()
  })
  expect(await countEvents(db)).toBe(1_000)
  expect(await db.selectFrom('label_colours').select('label').execute()).toEqual([{ label: 'red' }])
})

test('sqlite: a program that ends during a long change has changed nothing, and staged rows are removed', async () => {
  const { change, path, close } = await world('sqlite')
  const staging = `${path}-staging`
  const begun = Promise.withResolvers<void>()
  void change(async (tx) => {
    await writeMany(tx)
    begun.resolve()
    await new Promise(() => {})
  })
  await begun.promise
  expect(existsSync(staging)).toBe(true)
  await close()
  // As a crash would leave it.
  writeFileSync(staging, 'half a row')
  const again = openDatabase(`sqlite:${path}`)
  onTestFinished(() => again.close())
  expect([existsSync(staging), await countEvents(again.db)]).toEqual([false, 0])
})
