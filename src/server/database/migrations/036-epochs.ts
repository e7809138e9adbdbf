import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** The epoch of the history in this database, and the place where it began. A restored database gets another one, because backups leave it out. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('epochs')
    // At most one row.
    .addColumn('key', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('place', 'text')
    .execute()
  await sql`insert into epochs (key, id, place) values (1, ${randomBytes(9).toString('base64url')}, null)`.execute(db)
}
