import type pg from 'pg'
import { newEpoch } from './epoch.ts'

/**
 * Where a database is: the cluster, the database, the table and the timeline. A promoted standby and a recovery to a point in time begin a
 * new timeline, and a dump that is loaded has other tables. PostgreSQL refuses to answer this on a standby, where no epoch begins.
 */
const place = `concat_ws('.', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()), 'epochs'::regclass::oid,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))`

/** In two statements, because a distributed database reads the row on another server than this one, which is asked for its place. */
const look = `select case when current_setting('transaction_read_only') = 'off' then ${place} end as here;
  select place from epochs where key = 1`

/** Need not wait for a standby: if it is lost, the place is another one again. Of several nodes, the first one begins the epoch. */
const begin = (epoch: string, here: string) => `set local synchronous_commit = off;
  update epochs set id = '${epoch}', place = '${here}' where key = 1 and place is distinct from '${here}'`

/** Begins another epoch if the database of this connection is not where it was. Fails if the server does not say where it is. */
export async function renewEpoch(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const [server, table] = (await client.query(look)) as unknown as [
    pg.QueryResult<{ here: string | null }>,
    pg.QueryResult<{ place: string | null }>,
  ]
  const here = server.rows[0]?.here
  const [row] = table.rows
  if (here && row && row.place !== here) await client.query(begin(newEpoch(), here))
}

/** The same for a new connection, which is used nevertheless if the server does not say where it is: the start of a node reports that. */
export async function renewEpochIfKnown(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await renewEpoch(client).catch((error: { code?: string }) => {
    // An answer of the server, unlike a broken connection, has a code of five characters.
    if (!/^[0-9A-Z]{5}$/.test(error.code ?? '')) throw error
  })
}
