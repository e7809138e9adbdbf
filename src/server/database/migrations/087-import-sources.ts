import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/** The values that imported tasks had at their source, as JSON, by which a later import knows what has changed there since. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('import_sources')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('import_sources_key', ['user_id', 'task_id'])
    .addForeignKeyConstraint('source_of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
}
