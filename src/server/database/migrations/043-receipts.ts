import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/**
 * Receipts of tasks, and on each task the newest one of each criterion, as JSON. Older nodes do not know them: they delete the receipts of a task
 * with it. The indexes find the tasks of a commit that a forge has checked.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('receipts')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('criterion', 'text')
    .addColumn('summary', 'text')
    .addColumn('command', 'text')
    .addColumn('exit_code', 'integer')
    .addColumn('passed', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer')
    .addColumn('machine', 'text')
    .addColumn('repository', 'text')
    .addColumn('branch', 'text')
    .addColumn('commit_hash', 'text')
    .addColumn('clean', 'integer')
    .addColumn('sha256', 'text')
    .addColumn('output', 'text')
    .addColumn('url', 'text')
    .addColumn('via', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('receipts_key', ['user_id', 'task_id', 'id'])
    .addForeignKeyConstraint('receipts_of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()
  await db.schema.createIndex('receipts_by_commit').on('receipts').columns(['user_id', 'commit_hash']).execute()
  await db.schema.createIndex('git_references_by_id').on('git_references').columns(['user_id', 'id']).execute()
  await db.schema.alterTable('tasks').addColumn('proof', 'text').execute()
}
