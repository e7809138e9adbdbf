import pg from 'pg'

const maxLookMs = 2_000

/**
 * A promoted standby begins a new timeline. A former primary that starts again accepts writes as well, but on an older one, and these
 * writes would be lost.
 */
const lookStatement = `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
  case when pg_is_in_recovery() then 0 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
  coalesce(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'), 0)::float8 as position`

/** The description that a server gives of itself. */
export interface Found {
  url: string
  isReadOnly: boolean
  timeline: number
  /** How far its log of changes can be read. */
  position: number
}

/** Asks a server for its state. Rejects if it does not answer in time. */
export async function look(url: string): Promise<Found> {
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
    return { url, isReadOnly: true, timeline: 0, position: 0, ...rows[0] }
  } finally {
    void client.end().catch(() => {})
  }
}
