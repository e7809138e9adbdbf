import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** The tables whose keys begin with the owner: docs/scaling.md. All others are the directory, and stay on one server. */
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
  'hook_deliveries',
  'deliveries',
  'uploads',
] as const

/** Marks a statement that is sent only while the database is not distributed. `npm run check-statements` leaves it out. */
export const onOneServer = sql.raw('/* one server */')

/** Whether the tables of owners are partitioned, or distributed by the extension Citus. */
export async function dividesOwners(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ isDivided: boolean; hasCitus: boolean }>`
    select relkind = 'p' as "isDivided", to_regclass('pg_catalog.pg_dist_partition') is not null as "hasCitus"
    from pg_class where oid = to_regclass('decks')`.execute(db)
  const [found] = rows
  if (!found?.hasCitus) return found?.isDivided ?? false
  const distributed = await sql`
    select from pg_dist_partition where logicalrelid = to_regclass('decks') and partmethod = 'h'`.execute(db)
  return distributed.rows.length > 0
}
