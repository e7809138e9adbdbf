import { type Kysely, SqliteAdapter, sql } from 'kysely'
import { clustered } from '../clustered.ts'

/**
 * Counts the bytes of an owner's log and the owner's labels, so that both can be limited. `counted_seq` is the last event that a recount
 * has covered: nodes of an older version change tasks without counting.
 */
export async function up(db: Kysely<unknown>) {
  const decks = () => db.schema.alterTable('decks')
  await decks()
    .addColumn('text_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await decks()
    .addColumn('counted_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  // The engine knows the number of bytes without reading the texts.
  await sql`update decks set text_bytes = coalesce((
    select sum(coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0))
    from events where events.user_id = decks.user_id), 0)`.execute(db)

  await db.schema
    .createTable('labels')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('tasks', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('labels_key', ['user_id', 'label'])
    .$call(clustered(db))
    .execute()
  const each =
    db.getExecutor().adapter instanceof SqliteAdapter
      ? sql`json_each(tasks.labels)`
      : sql`json_array_elements_text(tasks.labels::json) as each (value)`
  await sql`insert into labels (user_id, label, tasks)
    select user_id, value, count(*) from tasks cross join ${each} where labels <> '[]' group by user_id, value`.execute(
    db,
  )
}
