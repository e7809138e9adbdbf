import type { Kysely } from 'kysely'

/** Devices that wait for a user to sign them in, found by either of their codes. Older nodes do not know them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('device_grants')
    .addColumn('device_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('polled_at', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('device_grants_by_user').on('device_grants').column('user_id').execute()
}
