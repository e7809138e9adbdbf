import type { Kysely } from 'kysely'

/** How a task repeats, as JSON. Existing tasks do not repeat, and older nodes do not read the column. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tasks').addColumn('repeat', 'text').execute()
}
