import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase, freshFolder } from '../../../test/database.ts'
import { startProcess } from '../../../test/process.ts'
import { startServer } from '../../../test/server.ts'
import { DatabaseError } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { probeWrites } from './probe.ts'

function opened(url: string) {
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  return database
}

test.for(engines)('%s: the migrations run once and mark the database ready', async (engine) => {
  const database = opened(await freshDatabase(engine))
  expect(database.ready).toBe(false)
  expect(await migrate(database)).toContain('001-accounts')
  expect(database.ready).toBe(true)
  expect(await migrate(database)).toEqual([])
  await probeWrites(database)
})

test('postgres: both engines have the same tables and columns', async () => {
  const shape = async (engine: (typeof engines)[number]) => {
    const database = opened(await freshDatabase(engine))
    await migrate(database)
    const tables = await database.db.introspection.getTables()
    return Object.fromEntries(
      tables.map((table) => [
        table.name,
        table.columns.map((column) => `${column.name}${column.isNullable ? '?' : ''}`).sort(),
      ]),
    )
  }
  expect(await shape('postgres')).toEqual(await shape('sqlite'))
})

test.for(engines)('%s: a failed migration changes nothing', async (engine) => {
  const database = opened(await freshDatabase(engine))
  const failing = async () => ({
    '001-half': {
      up: async (db: typeof database.db) => {
        await sql`create table half_done (id integer)`.execute(db)
        throw new Error('stopped half way')
      },
    },
  })
  await expect(migrate(database, failing as never)).rejects.toThrow('stopped half way')
  expect((await database.db.introspection.getTables()).map((table) => table.name)).not.toContain('half_done')
  expect(database.ready).toBe(false)
})

test.for(engines)('%s: a database of a newer version is refused, and the error says what to do', async (engine) => {
  const database = opened(await freshDatabase(engine))
  const none = { up: async () => {} }
  await migrate(database, async () => ({ '001-accounts': none, '999-future': none }))
  const older = migrate(database)
  await expect(older).rejects.toThrow(DatabaseError)
  await expect(older).rejects.toThrow('newer version of Taskdeck: update Taskdeck, or restore a backup')
})

test.for(engines)(
  '%s: of several nodes that start together, only one runs the migrations',
  { tags: 'long' },
  async (engine) => {
    const env = { DATABASE_URL: await freshDatabase(engine), DATA_DIR: await freshFolder(), LOG_LEVEL: 'info' }
    const nodes = await Promise.all([startServer(env), startServer(env)])
    for (const node of nodes) expect((await fetch(`${node.origin}/health/ready`)).status).toBe(200)
    expect(nodes.filter((node) => node.output().includes('Migrated')).length).toBe(1)
  },
)

test.for(engines)(
  '%s: of several nodes that migrate at the same moment, only one runs the migrations',
  { tags: 'long' },
  async (engine) => {
    const program = join(import.meta.dirname, '../../../test/migrate-when-told.ts')
    const nodes = Array.from({ length: 4 }, () => startProcess(process.execPath, [program]))
    onTestFinished(() => nodes.forEach((node) => void node.process.kill()))
    await Promise.all(nodes.map((node) => node.said(/^waiting$/m)))
    for (let round = 1; round <= 3; round++) {
      const url = await freshDatabase(engine)
      for (const node of nodes) node.process.stdin.write(`${url}\n`)
      const ran = new RegExp(`^(?:ran \\d+\\n){${round - 1}}ran (\\d+)$`, 'm')
      const counts = await Promise.all(nodes.map(async (node) => Number((await node.said(ran))[1])))
      expect(counts.filter((count) => count > 0)).toHaveLength(1)
    }
  },
)

test('postgres: a prepared read survives a column that a newer node adds', async () => {
  const database = opened(await freshDatabase('postgres'))
  await migrate(database)
  const read = database.prepare((db) => db.selectFrom('heartbeats').selectAll())
  // More than one connection has the old plan.
  const readTwice = () => Promise.all([read(), read()])
  expect(await readTwice()).toHaveLength(2)
  await sql`alter table heartbeats add column added integer`.execute(database.db)
  expect(await readTwice()).toEqual(Array(2).fill([expect.objectContaining({ id: 1, added: null })]))
})

test('SQLite: a new file has pages into which usual tasks fit, and an existing one keeps its pages', async () => {
  const path = join(await freshFolder(), 'old.db')
  const old = new DatabaseSync(path)
  old.exec('pragma page_size = 4096; create table later (id integer); drop table later')
  old.close()
  const pages = async (url: string) => {
    const database = opened(url)
    await migrate(database)
    return (await sql<{ page_size: number }>`pragma page_size`.execute(database.db)).rows
  }
  expect(await pages(await freshDatabase('sqlite'))).toEqual([{ page_size: 8192 }])
  expect(await pages(`sqlite:${path}`)).toEqual([{ page_size: 4096 }])
})

test('SQLite: acknowledged writes are on disk, and foreign keys are enforced', async () => {
  const database = opened(await freshDatabase('sqlite'))
  const pragma = async (name: string) => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.db)
    return Object.values(rows[0] ?? {})[0]
  }
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
})

test.for(engines)('%s: a failed transaction leaves no changes', async (engine) => {
  const database = opened(await freshDatabase(engine))
  await migrate(database)
  const row = { key: 'a', count: 1, until: 2 }
  const failing = database.db.transaction().execute(async (tx) => {
    await tx.insertInto('attempts').values(row).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await database.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  await database.db
    .insertInto('attempts')
    .values({ ...row, until: 1_800_000_000_000 })
    .execute()
  expect(await database.db.selectFrom('attempts').select('until').executeTakeFirst()).toEqual({
    until: 1_800_000_000_000,
  })
})

test('SQLite: work that fails after it wrote is rolled back alone, and what it shared a commit with is written once', async () => {
  const database = opened(await freshDatabase('sqlite'))
  await sql`create table written (name text)`.execute(database.db)
  const runs: string[] = []
  const write = (name: string, error?: Error) =>
    database.transaction(name, async (tx) => {
      runs.push(name)
      await sql`insert into written values (${name})`.execute(tx)
      if (error) throw error
    })
  const names = async () => (await sql<{ name: string }>`select name from written`.execute(database.db)).rows
  for (const round of [1, 2]) {
    runs.length = 0
    const wrong = new Error('no such task')
    const answers = await Promise.allSettled([write('ana'), write('bo', wrong), write('cy')])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const written = (await names()).map(({ name }) => name)
    expect(written.toSorted()).toEqual([...Array(round).fill('ana'), ...Array(round).fill('cy')])
  }
  // The second time, the work of bo runs behind a savepoint, so the others need not run again.
  expect(runs.toSorted()).toEqual(['ana', 'bo', 'cy'])
})
