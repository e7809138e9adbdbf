import type { Kysely } from 'kysely'

/** The feeds of tasks that calendar programs read. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('calendars')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('view_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .execute()
  await db.schema.createIndex('calendars_of_user').on('calendars').column('user_id').execute()
}
