import { type Kysely, sql } from 'kysely'

/** Everything that must happen at a time. Found by the time of the next attempt, by the owner's state, and by its subject. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('deliveries')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('local_time', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('last_error', 'text')
    .addPrimaryKeyConstraint('deliveries_key', ['user_id', 'id'])
    .execute()
  await sql`create index deliveries_next on deliveries (next_at) where next_at is not null`.execute(db)
  await sql`create index deliveries_of_subject on deliveries (user_id, subject)`.execute(db)
  await sql`create index deliveries_in_state on deliveries (state, user_id) where state in ('ready', 'failed')`.execute(
    db,
  )
}
