import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/**
 * Notes of tasks, and on each task how many it has and the last number of one. Older nodes do not know them: they add tasks with none, and
 * delete the notes of a task with it.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('notes')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('edited_at', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('notes_key', ['user_id', 'task_id', 'number'])
    .addForeignKeyConstraint('notes_of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
  await db.schema.createIndex('notes_by_id').on('notes').columns(['user_id', 'id']).unique().execute()
  for (const column of ['note_count', 'last_note_number']) {
    await db.schema
      .alterTable('tasks')
      .addColumn(column, 'integer', (added) => added.notNull().defaultTo(0))
      .execute()
  }
}
