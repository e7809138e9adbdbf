import { type Kysely, sql } from 'kysely'

/**
 * Links between tasks, stored at the task where they begin. Existing tasks have none, and older nodes leave the columns as they are. The
 * indexes find the links that end at a task; tasks without links are in neither.
 */
export async function up(db: Kysely<unknown>) {
  const list = (name: string) =>
    db.schema
      .alterTable('tasks')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  await db.schema.alterTable('tasks').addColumn('part_of', 'text').execute()
  await list('blocked_by')
  await list('related')
  await sql`create index tasks_by_parent on tasks (user_id, part_of) where part_of is not null`.execute(db)
  await sql`create index tasks_with_links on tasks (user_id) where blocked_by <> '[]' or related <> '[]'`.execute(db)
}
