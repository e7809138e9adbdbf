import type { Kysely } from 'kysely'

/**
 * Says how the stored JSON of a task was made: in which format, and from which version of the task. JSON of another format or version is not
 * sent but made anew. Rows of before, and those that a node of an older version writes, have a format or a version that does not match.
 */
export async function up(db: Kysely<unknown>) {
  for (const column of ['json_format', 'json_version']) {
    await db.schema
      .alterTable('tasks')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute()
  }
}
