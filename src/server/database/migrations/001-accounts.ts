import type { Kysely } from 'kysely'

/**
 * Times are milliseconds since 1970; ids and hashes are text. The rows of an account are deleted with it (cascade).
 * An owner is found through users (by email), identities (by Google's subject) and sessions (by token).
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('image', 'text')
    .addColumn('preferences', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('identities_of_user').on('identities').column('user_id').execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('proved_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'id']).execute()

  await db.schema
    .createTable('pictures')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('base64', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
}
