import type { Kysely } from 'kysely'

/** The settings of the operator for single accounts: whether one is disabled, and a limit of its own for files. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('restrictions')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('disabled_at', 'bigint')
    .addColumn('max_file_bytes', 'bigint')
    .execute()
}
