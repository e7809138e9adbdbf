import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { lanes } from '../lanes.ts'
import { asideTurns, type Database, type Outage } from './database.ts'
import { channel, listenOn, settingsChannel } from './listener.ts'
import { ownerConnections } from './owner-connections.ts'
import { migrationConnections } from './postgres-migrations.ts'
import { compileOnce } from './prepared.ts'
import type { Schema } from './schema.ts'

// Return times and sums as numbers, as SQLite does.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** For requests: fail early, so that the client can try again and the connection is free for others. */
const requestTimeouts = {
  lock_timeout: 3_000,
  statement_timeout: 10_000,
  // A process that hangs in the middle of a transaction must not keep its locks.
  idle_in_transaction_session_timeout: 30_000,
}
const housekeepingTimeouts = sql`select set_config('lock_timeout', '30s', true), set_config('statement_timeout', '5min', true)`

/** For long reads: each statement reads a bounded number of rows, and this is the backstop. */
const asideTimeouts = { lock_timeout: 1_000, statement_timeout: 5_000 }
const maxAsideConnections = 2

/** Ignores the tables of extensions. */
const tablesOfOurSchema = sql<{ name: string }>`select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname`

export function openPostgres(url: string, timeouts = requestTimeouts): Database {
  const pool = openPool({ connectionString: url, max: 10, application_name: 'taskdeck', ...timeouts })
  const asidePool = openPool({
    connectionString: url,
    max: maxAsideConnections,
    application_name: 'taskdeck long reads',
    ...asideTimeouts,
  })
  const turns = lanes(asideTurns)
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Schema>({ dialect })
  const of = ownerConnections(db, dialect, isRolledBack)
  let prepared = 0
  return {
    db,
    of,
    transaction: (owner, work, patience = 'request') =>
      of(owner)
        .transaction()
        .execute(async (tx) => {
          if (patience === 'housekeeping') await housekeepingTimeouts.execute(tx)
          return work(tx)
        }),
    maxSliceMs: 50,
    prepare(build) {
      const query = compileOnce(db, build)
      const name = `prepared_${++prepared}`
      return async (...args) => (await pool.query({ name, text: query.sql, values: query.bind(args) })).rows
    },
    readAside(owner, query) {
      const { sql: text, parameters } = query.compile()
      return turns.run(owner, async () => (await asidePool.query(text, [...parameters])).rows)
    },
    // Autovacuum does this in PostgreSQL.
    optimize: async () => {},
    notifyNodes: async (tx, owner, seq) => {
      await sql`select pg_notify(${channel}, ${`${owner} ${seq}`})`.execute(tx)
    },
    notifyNodesOfSettings: async (tx, owner) => {
      await sql`select pg_notify(${settingsChannel}, ${owner})`.execute(tx)
    },
    listenToNodes: (listener) => listenOn(url, listener),
    tables: async () => (await tablesOfOurSchema.execute(db)).rows.map((row) => row.name),
    forMigrations: (onWait) => migrationConnections(url, onWait),
    name: `PostgreSQL at ${new URL(url).host}`,
    ready: false,
    outage,
    close: async () => {
      await Promise.all([pool.end(), asidePool.end()])
    },
  }
}

function openPool(config: pg.PoolConfig) {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, keepAlive: true, ...config })
  // The next query replaces a broken connection, and a running query fails itself. Without listeners the process would end: the pool
  // reports errors of idle connections only, and a connection in a transaction is usually between two queries.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const brokenConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])
// Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html
const notServing = /^(08...|57P0[1-5]|53300|25006|25P0[34])$/
/** Serialization failure and deadlock: PostgreSQL has rolled back the whole transaction, and a retry may succeed. */
const rolledBack = /^(40001|40P01)$/
/** Lock timeout and statement timeout. */
const tookTooLong = /^(55P03|57014)$/
const refusing = /^(28...|3D000|42501)$/
const brokenMessage =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|client was closed|not queryable/i

function isRolledBack(error: unknown) {
  return rolledBack.test((error as { code?: string } | undefined)?.code ?? '')
}

function outage(error: unknown): Outage | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (code && (rolledBack.test(code) || tookTooLong.test(code))) return { kind: 'busy', reason: message }
  if (code === '53100') return { kind: 'full', reason: "the database's disk is full" }
  if ((code && (brokenConnection.has(code) || notServing.test(code))) || brokenMessage.test(message)) {
    return { kind: 'unreachable', reason: message || String(code) }
  }
  if (code && refusing.test(code)) return { kind: 'refused', reason: message }
  return undefined
}
