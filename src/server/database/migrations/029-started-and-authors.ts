import type { Kysely } from 'kysely'

/**
 * When work on a task began, and the authors whose commits count for a webhook. Existing tasks have no start: its time counts from the next
 * change to In Progress. Older nodes leave both columns as they are.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tasks').addColumn('started_at', 'text').execute()
  await db.schema.alterTable('hooks').addColumn('authors', 'text').execute()
}
