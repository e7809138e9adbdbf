import type { Kysely } from 'kysely'

/** The ways in which people are notified, and the keys with which the installation signs push messages. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('ways')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('p256dh', 'text')
    .addColumn('auth', 'text')
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('problem', 'text')
    .execute()
  await db.schema.createIndex('ways_of_user').on('ways').column('user_id').execute()
  await db.schema.createIndex('ways_at_address').on('ways').column('address').execute()
  await db.schema
    .createTable('push_keys')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
