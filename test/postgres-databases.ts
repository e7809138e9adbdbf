import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open.ts'
import { coordinator, createOnCoordinator, dropOnCoordinator, workersOf } from './coordinator.ts'

interface Rows {
  table: string
  json: string
}

interface Kept {
  url: string
  name: string
  client: pg.Client
  /** The rows that the migrations insert. */
  rows: Rows[]
  shape: string
}

/** Larger tables would change the query plans of later tests, so such a database is not used again. */
const maxBytes = 2 * 1024 * 1024

/** Migrated databases with the rows of the migrations that no test of this process uses at the moment. */
const idle: Kept[] = []

/**
 * Lends a migrated database to a test. Afterwards its rows are deleted, which is much faster than a new copy. A
 * database in which a test has changed more than rows is dropped instead.
 */
export async function lendDatabase() {
  const kept = idle.pop() ?? (await copyTemplate())
  return {
    url: kept.url,
    /** Deletes the rows while this many connections stay open. Returns false if the database cannot be used again. */
    clean: (connections: number) => clean(kept, connections),
    giveBack: async () => {
      if (await clean(kept).catch(() => false)) idle.push(kept)
      else await drop(kept)
    },
  }
}

/** Creates an empty database. */
export async function createDatabase(template = 'template1'): Promise<{ url: string; name: string }> {
  if (coordinator) return createOnCoordinator(coordinator, await workersOf(coordinator))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${template}`)
  return { url: inject('postgresUrl').replace(/\/postgres$/, `/${name}`), name }
}

export async function dropDatabase(name: string): Promise<void> {
  if (coordinator) return dropOnCoordinator(coordinator, await workersOf(coordinator), name)
  await onServer(`drop database ${name} with (force)`)
}

async function copyTemplate(): Promise<Kept> {
  const { url, name } = await createDatabase(inject('postgresTemplate'))
  if (coordinator) await migrateOn(url)
  const client = new pg.Client({ connectionString: url, application_name: 'tests' })
  // A test may terminate this connection, too. The database is dropped then.
  client.on('error', () => {})
  await client.connect()
  const tables = await client.query<{ name: string }>(
    // The epoch stays, because open connections have renewed it already.
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'epochs'",
  )
  const rows = []
  for (const { name: table } of tables.rows) {
    const found = await client.query<{ json: string }>(
      `select coalesce(json_agg(t), '[]')::text as json from ${table} t`,
    )
    rows.push({ table, json: found.rows[0]?.json ?? '[]' })
  }
  return { url, name, client, rows, shape: (await look(client)).shape }
}

async function migrateOn(url: string): Promise<void> {
  const database = openDatabase(url)
  await migrate(database)
  await database.close()
}

/** Resets a database to the state of the template. Returns false if it cannot be used again. */
async function clean({ client, rows, shape }: Kept, connections = 0) {
  if (!connections) await client.query(endOthers)
  const found = await look(client)
  if (found.connections > connections || found.bytes > maxBytes || found.shape !== shape) return false
  const statements = rows.flatMap(({ table, json }) => [
    `delete from ${table}`,
    ...(json === '[]' ? [] : [`insert into ${table} select * from json_populate_recordset(null::${table}, '${json}')`]),
  ])
  // In the role of a replica, PostgreSQL checks no foreign keys, so the order of the tables does not matter.
  await client.query(`begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`)
  return true
}

/** Pools end before their connections do. Waits for those, and terminates the ones that a test has left open. */
const endOthers = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/**
 * Every change of a table, index, constraint, trigger or function adds a newer row to the catalog or removes one.
 * Statistics are rows, too.
 */
const catalogs = ['class', 'attribute', 'attrdef', 'constraint', 'index', 'trigger', 'proc', 'namespace', 'statistic']
const shapes = [
  ...catalogs.map((name) => `select count(*) as count, max(xmin::text::bigint) as newest from pg_${name}`),
  'select count(*), 0 from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())',
]
const lookStatement = `select
  (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend') as connections,
  (select sum(pg_relation_size(oid))::int from pg_class where relnamespace = 'public'::regnamespace) as bytes,
  (select string_agg(concat(count, ' ', newest), ', ') from (${shapes.join(' union all ')}) found) as shape`

async function look(client: pg.Client) {
  const { rows } = await client.query<{ connections: number; bytes: number; shape: string }>(lookStatement)
  if (!rows[0]) throw new Error('PostgreSQL answered nothing.')
  return rows[0]
}

async function drop({ client, name }: Kept) {
  await client.end()
  await dropDatabase(name)
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
