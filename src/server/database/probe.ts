import { sql } from 'kysely'
import type { Database } from './database.ts'
import { tableNames } from './schema.ts'

const allTables = sql.raw(tableNames.map((table) => `select 1 from ${table} where 1 = 0`).join(' union all '))

/** Queries every table. Throws if the database cannot be read, is the wrong one, or lacks a table. */
export async function probeReads({ db }: Pick<Database, 'db'>): Promise<void> {
  await sql`${allTables}`.execute(db)
}

/** Queries every table and writes a row. Throws if the database cannot be written, is the wrong one, or lacks a table. */
export async function probeWrites({ db, of }: Pick<Database, 'db' | 'of'>): Promise<void> {
  await probeReads({ db })
  const { numUpdatedRows } = await of('health checks')
    .updateTable('heartbeats')
    .set((row) => ({ count: row('count', '+', 1) }))
    .where('id', '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('The row that health checks write is missing')
}
