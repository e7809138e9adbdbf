import type { Kysely } from 'kysely'

/** The browsers in which a user has signed in, so that a sign-in from another one can be told. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('known_devices')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_hash', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_devices_key', ['user_id', 'device_hash'])
    .execute()
}
