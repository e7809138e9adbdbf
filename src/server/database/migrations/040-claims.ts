import type { Kysely } from 'kysely'

/** The holder of a task and the end of the claim, as JSON. Existing tasks are not held. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tasks').addColumn('claim', 'text').execute()
}
