import type { Kysely } from 'kysely'

/** The commits from which that of a receipt was made, so that they do not make it stale when they become known later. Older nodes store none. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('receipts').addColumn('ancestors', 'text').execute()
}
