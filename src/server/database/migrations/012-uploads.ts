import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/** Space that uploads in progress have reserved, so that every node counts it against the owner's quota. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('uploads')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('uploads_key', ['user_id', 'id'])
    .$call(clustered(db))
    .execute()
}
