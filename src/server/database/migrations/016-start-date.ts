import type { Kysely } from 'kysely'

/** The day on which work on a task begins. Existing tasks have none. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tasks').addColumn('start_date', 'text').execute()
}
