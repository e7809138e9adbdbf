import { type Kysely, type SelectQueryBuilder, SqliteAdapter } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Locks the selected rows until the transaction ends, so that decisions based on them still hold when their effect is written.
 * SQLite runs one writing transaction at a time and needs no lock.
 */
export function lockRows(db: Kysely<Schema>) {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  return <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) =>
    isSqlite ? query : query.forNoKeyUpdate()
}
