import type { Kysely } from 'kysely'

/** The page that a task was made from, such as that of an issue. Existing tasks have none. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tasks').addColumn('source', 'text').execute()
}
