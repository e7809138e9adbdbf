import type { Kysely } from 'kysely'

/** The id that this database shares with its files folder, and an index with which the sweep finds files of any owner. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('installation')
    // At most one row.
    .addColumn('key', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('files_by_id').on('files').columns(['id', 'user_id']).execute()
}
