import { type Kysely, sql } from 'kysely'

/** Finds the tasks with links page by page, in the order of their ids. Tasks without links are not in it. */
export async function up(db: Kysely<unknown>) {
  await sql`create index tasks_with_links_by_id on tasks (user_id, id) where blocked_by <> '[]' or related <> '[]'`.execute(
    db,
  )
  await sql`create index tasks_by_parent_and_id on tasks (user_id, part_of, id) where part_of is not null`.execute(db)
}
