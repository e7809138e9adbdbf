import type { Kysely } from 'kysely'

/**
 * The format of a task's stored JSON, and the version of the task that it was built from. JSON of another format or version is rebuilt
 * before it is sent. Existing rows, and rows that a node of an older version writes, do not match.
 */
export async function up(db: Kysely<unknown>) {
  for (const column of ['json_format', 'json_version']) {
    await db.schema
      .alterTable('tasks')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute()
  }
}
