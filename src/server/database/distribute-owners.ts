import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { distributedTables, hasCitus } from './citus.ts'
import { ownerTables } from './distributed.ts'
import type { Schema } from './schema.ts'

const first = 'decks'

export const isOwnerTable = (name: string): boolean => (ownerTables as readonly string[]).includes(name)

/** The statement that distributes a table, beside the other rows of its owners. */
export const distributionOf = (table: string): string =>
  `select create_distributed_table('${table}', 'user_id', colocate_with => '${table === first ? 'none' : first}')`

interface ForeignKey {
  table: string
  other: string
  name: string
  definition: string
}

/**
 * On Citus, distributes those tables of owners that are not distributed yet, with their rows, and gives every server a copy of the epoch. Foreign
 * keys between them stay; those from them to the directory are removed. Of several nodes, one does it and the others wait. Returns the tables.
 */
export async function distributeOwners(db: Kysely<Schema>): Promise<string[]> {
  if (!(await hasCitus(db))) return []
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('taskdeck distributes owners'))`.execute(tx)
    const distributed = await distributedTables(tx)
    const missing = ownerTables.filter((table) => !distributed.includes(table))
    if (!missing.length) return []
    await sequentially(tx)
    const keys = await foreignKeysOf(tx, missing)
    for (const { table, name } of keys)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx)
    if (missing.includes(first)) await sql`select create_reference_table('epochs')`.execute(tx)
    for (const table of missing) {
      await sql.raw(distributionOf(table)).execute(tx)
      await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(tx)
    }
    for (const { table, other, name, definition } of keys) {
      if (!isOwnerTable(table) || !isOwnerTable(other)) continue
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx)
    }
    return missing
  })
}

/** Lets the statements of a transaction that change tables of all servers follow each other on one connection to each, as Citus demands. */
export const sequentially = (tx: QueryExecutorProvider) =>
  sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(tx)

async function foreignKeysOf(db: Kysely<Schema>, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select source.relname as "table", target.relname as other, conname as name, pg_get_constraintdef(key.oid) as definition
    from pg_constraint as key join pg_class as source on source.oid = conrelid join pg_class as target on target.oid = confrelid
    where contype = 'f' and key.connamespace = current_schema()::regnamespace
      and (source.relname = any (${tables}) or target.relname = any (${tables}))
    order by conname`.execute(db)
  return rows
}
