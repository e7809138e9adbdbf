import { type Kysely, SqliteAdapter } from 'kysely'
import { clustered } from '../clustered.ts'

/** Responses to calls with an `Idempotency-Key`, and the tasks that they contain: see decision 031. */
export async function up(db: Kysely<unknown>) {
  const bytes = db.getExecutor().adapter instanceof SqliteAdapter ? 'blob' : 'bytea'
  await db.schema
    .createTable('answers')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', bytes)
    .addPrimaryKeyConstraint('answers_key', ['user_id', 'key'])
    .$call(clustered(db))
    .execute()
  await db.schema.createIndex('answers_by_time').on('answers').column('at').execute()

  await db.schema
    .createTable('answer_subjects')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('answer_subjects_key', ['user_id', 'key', 'subject'])
    .addForeignKeyConstraint('answer_subjects_of', ['user_id', 'key'], 'answers', ['user_id', 'key'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
  await db.schema
    .createIndex('answer_subjects_by_subject')
    .on('answer_subjects')
    .columns(['user_id', 'subject'])
    .execute()
}
