import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

/** Rows lie in the order of the primary key. PostgreSQL has no such table; there the key's index does the work. */
export function clustered(db: Kysely<unknown>) {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  return <Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) =>
    sqlite ? table.modifyEnd(sql`without rowid`) : table
}
