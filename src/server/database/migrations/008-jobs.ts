import { type Kysely, sql } from 'kysely'

/** Background jobs and their leases, the last trusted time, and a row that health checks write. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('holder', 'text')
    .addColumn('fence', 'bigint', (column) => column.notNull())
    .addColumn('beat', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('clock')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('trusted_at', 'bigint', (column) => column.notNull())
    .addColumn('doubted_since', 'bigint')
    .addColumn('doubted_at', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('heartbeats')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into heartbeats (id, count) values (1, 0)`.execute(db)
}
