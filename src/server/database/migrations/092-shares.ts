import type { Kysely } from 'kysely'

/** The secret links at which people without an account read a saved view or a task. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('shares')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addColumn('question', 'text')
    .addColumn('answer', 'text')
    .addColumn('answered_at', 'bigint')
    .addColumn('note_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('days', 'integer')
    .addColumn('expires_at', 'bigint')
    .addColumn('visits', 'integer', (column) => column.notNull())
    .addColumn('visited_at', 'bigint')
    .execute()
  await db.schema.createIndex('shares_of_user').on('shares').column('user_id').execute()
}
