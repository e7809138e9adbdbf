import type { Kysely } from 'kysely'

/** Tokens for programs, found by their hash like sessions. Older nodes do not know them; those of a deleted account go with its user. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('used_at', 'bigint')
    .addColumn('used_from', 'text')
    .execute()
  await db.schema.createIndex('tokens_of_user').on('tokens').columns(['user_id', 'id']).execute()
}
