import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/** The colours that users have given to their labels. Older nodes do not know them; the rows of a deleted account go with its user. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('label_colours')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('colour', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('label_colours_key', ['user_id', 'label'])
    .$call(clustered(db))
    .execute()
}
