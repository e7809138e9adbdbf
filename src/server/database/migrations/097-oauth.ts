import type { Kysely } from 'kysely'

/**
 * Programs that sign in with the browser: codes that wait to be exchanged, and refresh tokens, found by their hashes. Older nodes do not know
 * them; those of a deleted account go with its user, and a token that an older node revokes is not renewed.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tokens').addColumn('renewable_until', 'bigint').execute()
  await db.schema
    .createTable('oauth_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('token_id', 'text')
    .execute()
  await db.schema.createIndex('oauth_codes_of_user').on('oauth_codes').column('user_id').execute()
  await db.schema
    .createTable('oauth_grants')
    .addColumn('family_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_id', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('renewed_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('oauth_grants_of_user').on('oauth_grants').columns(['user_id', 'token_id']).execute()
}
