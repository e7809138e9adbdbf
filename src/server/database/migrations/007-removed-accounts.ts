import { type Kysely, sql } from 'kysely'

/**
 * A deleted account is marked first, and its data is then removed in small steps. The trash job uses the indexes per owner,
 * so the two indexes without an owner can be dropped.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['users', 'decks']) await db.schema.alterTable(table).addColumn('removed_at', 'bigint').execute()
  await sql`create index users_removed on users (removed_at) where removed_at is not null`.execute(db)
  await sql`drop index tasks_in_trash`.execute(db)
  await sql`drop index files_in_trash`.execute(db)
}
