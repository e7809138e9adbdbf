import type { Kysely } from 'kysely'

/** Calendars of others, each with the meetings that it had when it was last read. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('meeting_calendars')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('colour', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('body_hash', 'text')
    .addColumn('expanded_on', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('meetings', 'text', (column) => column.notNull())
    .addColumn('meeting_count', 'integer', (column) => column.notNull())
    .addColumn('left_out', 'integer', (column) => column.notNull())
    .addColumn('ends_on', 'text')
    .execute()
  await db.schema.createIndex('meeting_calendars_of_user').on('meeting_calendars').column('user_id').execute()
}
