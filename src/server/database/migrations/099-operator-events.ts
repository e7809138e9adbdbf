import type { Kysely } from 'kysely'

/** Acts of the operator on accounts. They outlive the accounts, and wait here until a server has written them to its log. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('operator_events')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('logged_at', 'bigint')
    .execute()
}
