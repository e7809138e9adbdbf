import { type QueryExecutorProvider, sql } from 'kysely'

/** Whether the database has the extension Citus. */
export async function hasCitus(db: QueryExecutorProvider): Promise<boolean> {
  return (await sql`select where to_regclass('pg_dist_partition') is not null`.execute(db)).rows.length > 0
}

/** The tables that Citus has distributed. */
export async function distributedTables(db: QueryExecutorProvider): Promise<string[]> {
  if (!(await hasCitus(db))) return []
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where relnamespace = current_schema()::regnamespace and partmethod = 'h'`.execute(db)
  return rows.map(({ name }) => name)
}
