import pg from 'pg'
import { ownerTables } from '../src/server/database/distributed.ts'

const partitions = 4

interface Definition {
  /** The table that it belongs to. */
  table: string
  name: string
  definition: string
}

const constraints = `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1)
  order by case contype when 'p' then 0 when 'u' then 1 else 2 end, conname`
const indexes = `select tablename as table, indexname as name, indexdef as definition from pg_indexes
  where tablename = any ($1) and indexname not in (select conname from pg_constraint) order by indexname`

/**
 * Divides the tables of an empty, migrated database into partitions by owner, as a distributed engine does. Keys stay as they are, so this
 * fails if one of them does not contain the owner. Foreign keys to tables without an owner are left out, because a distributed engine has none
 * between servers: nothing may rely on them.
 */
export async function partitionByOwner(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const named = [[...ownerTables]]
    const { rows: keys } = await client.query<Definition>(constraints, named)
    const { rows: others } = await client.query<Definition>(indexes, named)
    const statements = ownerTables.flatMap((table) => [
      `create table ${table}_whole (like ${table} including defaults)`,
      `drop table ${table} cascade`,
      `create table ${table} (like ${table}_whole including defaults) partition by hash (user_id)`,
      ...Array.from(
        { length: partitions },
        (_, part) =>
          `create table ${table}_${part} partition of ${table} for values with (modulus ${partitions}, remainder ${part})`,
      ),
      `drop table ${table}_whole`,
    ])
    const isNotNull = ({ definition }: Definition) => definition.startsWith('NOT NULL')
    const referenced = ownerTables.map((table) => `REFERENCES ${table}(`)
    const leavesServer = ({ definition }: Definition) =>
      definition.startsWith('FOREIGN KEY') && !referenced.some((table) => definition.includes(table))
    statements.push(
      ...keys
        .filter((key) => !isNotNull(key) && !leavesServer(key))
        .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
      ...others.map(({ definition }) => definition),
    )
    await client.query(['begin', ...statements, 'commit'].join(';\n'))
  } finally {
    await client.end()
  }
}
