import type { Kysely } from 'kysely'

/** The criteria of a task, as JSON. Existing tasks have none, and older nodes leave the column as it is. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('tasks')
    .addColumn('done_when', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
