import { type Kysely, sql } from 'kysely'
import { distributedTables } from './citus.ts'
import type { Schema } from './schema.ts'

/**
 * The tables whose keys begin with the owner and that are read only for one owner at a time: docs/scaling.md. All others are the directory, and
 * stay on one server. So do those that jobs read by time every few seconds, which must not depend on every server.
 */
export const ownerTables = [
  'decks',
  'tasks',
  'files',
  'notes',
  'events',
  'answers',
  'answer_subjects',
  'labels',
  'label_colours',
  'saved_views',
  'git_references',
  'receipts',
  'import_sources',
  'caldav_todos',
  'caldav_views',
  'uploads',
] as const

/** Marks a statement that is sent only while the database is not distributed. `npm run check-statements` leaves it out. */
export const onOneServer = sql.raw('/* one server */')

/** Whether a table of owners, and so all of them, is partitioned, or distributed by the extension Citus. */
export async function dividesOwners(db: Kysely<Schema>): Promise<boolean> {
  const partitioned = await sql`select from pg_class where oid = to_regclass('decks') and relkind = 'p'`.execute(db)
  return partitioned.rows.length > 0 || (await distributedTables(db)).includes('decks')
}

/** Removes what is left of a deleted owner. Elsewhere, foreign keys do that when the account is removed. */
export async function eraseOwner(db: Kysely<Schema>, owner: string): Promise<void> {
  for (const table of ownerTables.toReversed()) await db.deleteFrom(table).where('user_id', '=', owner).execute()
}
