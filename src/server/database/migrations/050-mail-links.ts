import type { Kysely } from 'kysely'

/** The links in mails that let their reader change something. Found by the hash of their token, and by user. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('mail_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('mail_links_of_user').on('mail_links').column('user_id').execute()
  await db.schema.createIndex('mail_links_by_end').on('mail_links').column('expires_at').execute()
}
