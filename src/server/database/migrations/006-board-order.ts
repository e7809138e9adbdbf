import { type Kysely, sql } from 'kysely'

/** An index that finds the neighbours of a place on the board without reading the owner's other tasks. */
export async function up(db: Kysely<unknown>) {
  await sql`create index tasks_by_position on tasks (user_id, position, number) where trashed_at is null`.execute(db)
}
