import type pg from 'pg'
import { newEpoch } from './epoch.ts'

/**
 * Where a database is: the cluster, the database, the table and the timeline. A promoted standby and a recovery to a point in time begin a
 * new timeline, and a dump that is loaded has other tables. PostgreSQL refuses to answer this on a standby, where no epoch begins.
 */
const place = `concat_ws('.', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()), 'epochs'::regclass::oid,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`

const look = `select current_setting('transaction_read_only') = 'off' and place is distinct from ${place} as "isElsewhere"
  from epochs where key = 1`

/** Need not wait for a standby: if it is lost, the place is another one again. Of several nodes, the first one begins the epoch. */
const begin = (epoch: string) => `set local synchronous_commit = off;
  update epochs set id = '${epoch}', place = ${place} where key = 1 and place is distinct from ${place}`

/** Begins another epoch if the database of this connection is not where it was. Fails if the server does not say where it is. */
export async function renewEpoch(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isElsewhere: boolean }>(look)
  if (rows[0]?.isElsewhere) await client.query(begin(newEpoch()))
}

/** The same for a new connection, which is used nevertheless if the server does not say where it is: the start of a node reports that. */
export async function renewEpochIfKnown(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await renewEpoch(client).catch((error: { code?: string }) => {
    // An answer of the server, unlike a broken connection, has a code of five characters.
    if (!/^[0-9A-Z]{5}$/.test(error.code ?? '')) throw error
  })
}
