import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/** Stores rows in the order of the primary key. PostgreSQL has no such tables, and its index on the key is fast enough. */
export function clustered(db: Kysely<unknown>) {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  return <Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) =>
    sqlite ? table.modifyEnd(sql`without rowid`) : table
}
