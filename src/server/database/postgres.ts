import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database, Outage } from './database.ts'
import { channel, listenOn } from './listener.ts'
import { compileOnce } from './prepared.ts'
import type { Schema } from './schema.ts'

// Times and sums come as numbers, as they do from SQLite.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    application_name: 'taskdeck',
  })
  // A connection that breaks is replaced by the next query, and a query that was on its way fails by itself. Without listeners the process would
  // end: the pool hears of idle connections only, and one in the middle of a transaction is between two queries for most of the time.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  let prepared = 0
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    prepare(build) {
      const query = compileOnce(db, build)
      const name = `prepared_${++prepared}`
      return async (...args) => (await pool.query({ name, text: query.sql, values: query.bind(args) })).rows
    },
    tellNodes: async (tx, owner, seq) => {
      await sql`select pg_notify(${channel}, ${`${owner} ${seq}`})`.execute(tx)
    },
    hearNodes: (ears) => listenOn(url, ears),
    name: `PostgreSQL at ${new URL(url).host}`,
    ready: false,
    outage,
    close: () => pool.end(),
  }
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
const notServing = /^(08...|57P0[1-5]|53300|25006)$/
const refusing = /^(28...|3D000|42501)$/
const brokenMessage =
  /connection terminated|timeout exceeded when trying to connect|connection timeout|client was closed|not queryable/i

function outage(error: unknown): Outage | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (code === '53100') return { kind: 'full', reason: "the database's disk is full" }
  if ((code && (brokenConnection.has(code) || notServing.test(code))) || brokenMessage.test(message)) {
    return { kind: 'unreachable', reason: message || String(code) }
  }
  if (code && refusing.test(code)) return { kind: 'refused', reason: message }
  return undefined
}
