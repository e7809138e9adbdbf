import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/** Every key starts with the owner, so that a user's rows are stored together and no query crosses owners. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('decks')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('tasks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('priority', 'text', (column) => column.notNull())
    .addColumn('due_date', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addPrimaryKeyConstraint('tasks_key', ['user_id', 'id'])
    .$call(clustered(db))
    .execute()
  await db.schema.createIndex('tasks_by_number').on('tasks').columns(['user_id', 'number']).unique().execute()

  await db.schema
    .createTable('files')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('files_key', ['user_id', 'task_id', 'id'])
    .addForeignKeyConstraint('files_of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
}
