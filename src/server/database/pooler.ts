import pg from 'pg'
import { DatabaseError } from './database.ts'
import type { PostgresServers } from './postgres-servers.ts'
import { hostsIn } from './postgres-url.ts'

const maxWaitMs = 5_000

/**
 * Refuses a connection pooler that gives each transaction another session of PostgreSQL: prepared statements, time limits and notifications
 * belong to a session. Two clients with one session at the same time are the proof. Throws a DatabaseError.
 */
export async function refuseSharedSessions(servers: PostgresServers): Promise<void> {
  await servers.find()
  const url = servers.current
  const [idle, busy] = [newClient(url), newClient(url)]
  try {
    await Promise.all([idle.connect(), busy.connect()])
    const before = await sessionOf(idle)
    await busy.query('begin')
    const sharesSession = before === (await sessionOf(busy))
    if (!sharesSession && before === (await sessionOf(idle))) return
  } finally {
    await Promise.all([idle, busy].map((client) => client.end().catch(() => {})))
  }
  throw new DatabaseError(
    `${hostsIn(url)} is a connection pooler that shares sessions, such as PgBouncer with pool_mode = transaction: set pool_mode = session, or name PostgreSQL itself in DATABASE_URL. Taskdeck has a pool of its own (DATABASE_CONNECTIONS).`,
  )
}

function newClient(connectionString: string) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: maxWaitMs,
    query_timeout: maxWaitMs,
    application_name: 'taskdeck start',
  })
  client.on('error', () => {})
  return client
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
