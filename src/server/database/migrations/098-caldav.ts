import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/**
 * The choices of CalDAV clients for a task, which has no row without it: the name of its resource, its UID, and the properties that Taskdeck does
 * not know; and the saved views that the owner offers to such clients as lists. The columns `name` and `uid` are found within one owner.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('caldav_todos')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('kept', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('caldav_todos_key', ['user_id', 'task_id'])
    .addForeignKeyConstraint('todo_of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
  for (const column of ['name', 'uid']) {
    await db.schema
      .createIndex(`caldav_todos_by_${column}`)
      .unique()
      .on('caldav_todos')
      .columns(['user_id', column])
      .execute()
  }
  await db.schema.createIndex('caldav_todos_by_revision').on('caldav_todos').columns(['user_id', 'revision']).execute()
  await db.schema
    .createTable('caldav_views')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('view_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('caldav_views_key', ['user_id', 'view_id'])
    .addForeignKeyConstraint('list_of_view', ['user_id', 'view_id'], 'saved_views', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
}
