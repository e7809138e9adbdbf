import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Engine, engines, freshDatabase } from '../../../test/database.ts'
import { DatabaseError } from './database.ts'
import { defaultLimits } from './limits.ts'
import { migrate } from './migrate.ts'
import { fileOf, openDatabase } from './open.ts'
import { openPostgres } from './postgres.ts'

/** A database in which another program has executed a statement. */
async function usedBy(engine: Engine, statement: string) {
  const url = await freshDatabase(engine)
  if (engine === 'postgres') await runOnPostgres(url, statement)
  else {
    const sqlite = new DatabaseSync(fileOf(url) ?? '')
    sqlite.exec(statement)
    sqlite.close()
  }
  return url
}

async function runOnPostgres(url: string, statement: string) {
  const client = await connected(url)
  await client.query(statement)
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function start(url: string, filesFolder?: string) {
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  return migrate(database, undefined, { filesFolder })
}

test.for(engines)('%s: the database of another program is refused and left unchanged', async (engine) => {
  const url = await usedBy(engine, 'create table invoices (id integer); create table customers (id integer)')
  const before = engine === 'sqlite' && (await readFile(fileOf(url) ?? ''))
  await expect(start(url)).rejects.toThrow(DatabaseError)
  await expect(start(url)).rejects.toThrow(/belongs to another program: it has the tables .*invoices.*Set DATABASE_URL/)
  if (before) expect(await readFile(fileOf(url) ?? '')).toEqual(before)
  else {
    const { rows } = await (await connected(url)).query(`select relname from pg_class where relname like 'kysely%'`)
    expect(rows).toEqual([])
  }
})

test.for(engines)('%s: the database of another program with Kysely migrations is refused as well', async (engine) => {
  const url = await usedBy(
    engine,
    `create table kysely_migration (name varchar(255) primary key, "timestamp" varchar(255) not null);
     insert into kysely_migration values ('2024_invoices', '2024'); create table invoices (id integer)`,
  )
  await expect(start(url)).rejects.toThrow('belongs to another program')
})

test.for(engines)('%s: an empty database is refused if there are files of an installation', async (engine) => {
  const url = await freshDatabase(engine)
  await expect(start(url, '/data/files')).rejects.toThrow(
    'is empty, but /data/files holds the files of an installation',
  )
  expect(await start(url)).toContain('001-accounts')
  expect(await start(url, '/data/files')).toEqual([])
})

test('postgres: tables of other schemas and of extensions are ignored', async () => {
  const url = await usedBy('postgres', 'create schema shop; create table shop.invoices (id integer)')
  expect(await start(url)).toContain('001-accounts')
})

test('postgres: a node waits for the migrations of another node without a time limit, and logs that it waits', async () => {
  const url = await freshDatabase('postgres')
  const other = await connected(url)
  await other.query('select pg_advisory_lock(3853314791062309107)')
  const database = openPostgres(url, { ...defaultLimits, maxLockMs: 50, maxStatementMs: 50 })
  onTestFinished(() => database.close())
  const waits = Promise.withResolvers<void>()
  const migrated = migrate(database, undefined, { onWait: waits.resolve })
  await Promise.race([waits.promise, migrated])
  expect(database.ready).toBe(false)
  await other.query('select pg_advisory_unlock(3853314791062309107)')
  expect(await migrated).toContain('001-accounts')
  expect(database.ready).toBe(true)
})
