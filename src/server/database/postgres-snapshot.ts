import { type Kysely, sql } from 'kysely'
import { type Snapshot, snapshotPageRows } from './database.ts'
import type { Schema } from './schema.ts'

interface Connections {
  db: Kysely<Schema>
  close: () => Promise<void>
}

/**
 * Reads PostgreSQL in one transaction on a connection of its own, which is closed afterwards. Writers continue. A migration waits, because
 * it would change the tables under the snapshot.
 */
export async function postgresSnapshot<T>(
  { db, close }: Connections,
  tablesIn: (db: Kysely<Schema>) => Promise<string[]>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  try {
    const known = await tablesIn(db)
    const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await transaction.execute(async (tx) => {
      // Before the first query, which fixes the state that all queries see.
      const tables = sql.join(known.map((table) => sql.table(table)))
      if (known.length) await sql`lock table ${tables} in access share mode`.execute(tx)
      await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
      let cursors = 0
      return work({
        tables: () => tablesIn(tx),
        async *pages(table) {
          const cursor = sql.id(`page_${++cursors}`)
          await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(table)}`.execute(tx)
          const next = sql<Record<string, unknown>>`fetch ${sql.lit(snapshotPageRows)} from ${cursor}`
          for (let rows = (await next.execute(tx)).rows; rows.length; rows = (await next.execute(tx)).rows) yield rows
        },
      })
    })
  } finally {
    await close()
  }
}
