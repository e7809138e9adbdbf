import type { Kysely } from 'kysely'

/** The way in which a change came about: see callers/caller.ts. Events of before, and those of older nodes, do not say. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('events').addColumn('via', 'text').execute()
}
