import { type Kysely, sql } from 'kysely'

/** Drops two indexes that begin with the same columns as those of 034, which serve every query of theirs. Each change of a link wrote both. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index tasks_by_parent`.execute(db)
  await sql`drop index tasks_with_links`.execute(db)
}
