import { type Kysely, sql } from 'kysely'

/**
 * An account that is deleted is marked first, and its data is removed in small steps after that. The trash of an owner is found by an index of
 * its own, which also serves the housekeeping in place of the two that knew no owner.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['users', 'decks']) await db.schema.alterTable(table).addColumn('removed_at', 'bigint').execute()
  await sql`create index users_removed on users (removed_at) where removed_at is not null`.execute(db)
  await sql`create index tasks_trashed on tasks (user_id, trashed_at) where trashed_at is not null`.execute(db)
  await sql`create index files_removed on files (user_id, removed_at) where removed_at is not null`.execute(db)
  await sql`drop index tasks_in_trash`.execute(db)
  await sql`drop index files_in_trash`.execute(db)
}
