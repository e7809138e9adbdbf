import { type Kysely, sql } from 'kysely'

/**
 * The task after one that was put off to someday had a start date after the year 9999, which is no day of ours (`+010000-01`). It means
 * someday. The stored JSON of such a task is made anew.
 */
export async function up(db: Kysely<unknown>) {
  await sql`update tasks set start_date = '9999-12-31', json_format = 0 where start_date like '+%'`.execute(db)
}
