import type { Kysely } from 'kysely'

/** With the limit next to the count, rows that block nobody can be found and removed first. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('attempts')
    .addColumn('max_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
