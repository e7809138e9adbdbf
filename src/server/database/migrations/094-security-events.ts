import type { Kysely } from 'kysely'

/** Sign-ins, failed attempts, and changes of what gives access to an account, for its user and for the operator. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('security_events')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text')
    .addColumn('device', 'text')
    .addColumn('address', 'text')
    .addColumn('mark', 'text')
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('security_events_key', ['user_id', 'id'])
    .execute()
  await db.schema
    .createIndex('security_events_of_user')
    .on('security_events')
    .columns(['user_id', 'at', 'id'])
    .execute()
  await db.schema.createIndex('security_events_by_time').on('security_events').columns(['at', 'id']).execute()
}
