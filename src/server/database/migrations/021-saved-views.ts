import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/** The saved views of each user. Older nodes do not know them; the rows of a deleted account go with its user. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('saved_views')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('pinned', 'integer', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('saved_views_key', ['user_id', 'id'])
    .$call(clustered(db))
    .execute()
}
