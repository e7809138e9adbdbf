import type { Kysely } from 'kysely'

/** The work that a task takes, in hours. Existing tasks have none. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tasks').addColumn('estimate', 'integer').execute()
}
