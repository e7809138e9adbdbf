import type { Kysely } from 'kysely'

/** When the user is reminded of a task, as a JSON list. Existing tasks have no reminders. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('tasks')
    .addColumn('reminders', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
