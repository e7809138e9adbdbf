import { type Kysely, sql } from 'kysely'

/**
 * Finds the changes that were made with a token since a moment. Most changes are made in a browser, and need no entry. Each token also has its
 * last refused or failed call.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create index events_of_tokens on events (user_id, via, at, seq) where via <> 'session'`.execute(db)
  await db.schema.alterTable('tokens').addColumn('failed_at', 'bigint').execute()
  for (const column of ['failed_call', 'failed_code', 'failed_message']) {
    await db.schema.alterTable('tokens').addColumn(column, 'text').execute()
  }
}
