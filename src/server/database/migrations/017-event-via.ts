import type { Kysely } from 'kysely'

/** How a change was made: see callers/caller.ts. Null for existing events and those of older nodes. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('events').addColumn('via', 'text').execute()
}
