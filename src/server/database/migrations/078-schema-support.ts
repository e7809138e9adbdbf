import type { Kysely } from 'kysely'

/** The oldest schema whose release can still run on this database, written by the release that migrates it. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('schema_support')
    // At most one row.
    .addColumn('key', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('oldest', 'text', (column) => column.notNull())
    .execute()
}
