import type { Kysely } from 'kysely'

/**
 * Invitations, of which only the hash of the code is stored, and the first account. `first_account` has room for one row, so that only
 * one of several concurrent sign-ups on an empty server with closed sign-ups succeeds.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('first_account')
    .addColumn('place', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .execute()
}
