import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { hostsIn, serverUrls } from './postgres-url.ts'

/** The error code of PostgreSQL for a write to a server that accepts none. */
export const readOnlyCode = '25006'

const maxLookMs = 4_000
/** How long a search waits for the other servers after one that accepts writes has answered. */
const graceMs = 1_000

/**
 * A promoted standby begins a new timeline. A former primary that starts again accepts writes as well, but on an older one, and these
 * writes would be lost.
 */
const lookStatement = `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
  case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`

interface Found {
  url: string
  isReadOnly: boolean
  timeline: number
}

/** The servers of a DATABASE_URL, and the one that accepts writes. */
export function postgresServers(url: string) {
  const urls = serverUrls(url)
  const isOne = urls.length === 1
  const losses = new Set<(lost: string) => void>()
  let current = urls[0] ?? ''
  let isKnown = isOne
  let newestTimeline = 0
  let searching: Promise<void> | undefined

  async function search() {
    const found: Found[] = []
    const problems: Error[] = []
    const isWritable = ({ isReadOnly, timeline }: Found) => !isReadOnly && timeline >= newestTimeline
    const writable = Promise.withResolvers<void>()
    const looks = urls.map(async (each) => {
      try {
        const server = await look(each)
        found.push(server)
        if (isWritable(server)) writable.resolve()
      } catch (error) {
        problems.push(error as Error)
      }
    })
    await Promise.race([Promise.all(looks), writable.promise.then(() => pause(graceMs))])
    const best = found.filter(isWritable).sort((a, b) => b.timeline - a.timeline)[0]
    if (!best) throw problems.find(isRefusal) ?? noneAcceptsWrites(url, problems)
    newestTimeline = best.timeline
    if (best.url !== current) loseConnectionsTo(current)
    current = best.url
    isKnown = true
  }

  function loseConnectionsTo(server: string) {
    for (const listener of losses) listener(server)
  }

  return {
    isOne,
    /** The server to connect to. Call `find` first. */
    get current() {
      return current
    },
    /** Looks for the server that accepts writes, if it is not known. Concurrent calls share one search. Rejects if there is none. */
    async find(): Promise<void> {
      if (isKnown) return
      searching ??= search().finally(() => {
        searching = undefined
      })
      await searching
    },
    /** Lets the next `find` search again, because a connection to a server has failed. Its other connections may be good. */
    doubt(server: string) {
      if (server === current) isKnown = isOne
    },
    /** Closes all connections to a server that does not answer or refuses writes, if there are others. */
    lost(server: string) {
      if (isOne || server !== current || !isKnown) return
      isKnown = false
      loseConnectionsTo(server)
    },
    /** Calls a listener when all connections to a server must be closed. */
    onLost(listener: (lost: string) => void) {
      losses.add(listener)
    },
  }
}

export type PostgresServers = ReturnType<typeof postgresServers>

async function look(url: string): Promise<Found> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: maxLookMs,
    query_timeout: maxLookMs,
    application_name: 'taskdeck search',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Found, 'url'>>(lookStatement)
    return { url, isReadOnly: rows[0]?.isReadOnly ?? true, timeline: rows[0]?.timeline ?? 0 }
  } finally {
    void client.end().catch(() => {})
  }
}

/** The password or the name is wrong: that must not look like an outage. */
const isRefusal = (error: Error) => /^(28...|3D000|42501)$/.test((error as { code?: string }).code ?? '')

function noneAcceptsWrites(url: string, problems: Error[]) {
  const reasons = problems.map(({ message }) => message).filter(Boolean)
  const message = `none of ${hostsIn(url)} accepts writes${reasons.length ? ` (${reasons.join('; ')})` : ''}`
  return Object.assign(new Error(message), { code: readOnlyCode })
}
