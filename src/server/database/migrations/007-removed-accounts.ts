import { type Kysely, sql } from 'kysely'

/**
 * An account that is deleted is marked first, and its data is removed in small steps after that. The housekeeping finds
 * the trash by the indexes per owner, so that the two that knew no owner can go.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['users', 'decks']) await db.schema.alterTable(table).addColumn('removed_at', 'bigint').execute()
  await sql`create index users_removed on users (removed_at) where removed_at is not null`.execute(db)
  await sql`drop index tasks_in_trash`.execute(db)
  await sql`drop index files_in_trash`.execute(db)
}
