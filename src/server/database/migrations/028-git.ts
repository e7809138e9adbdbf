import type { Kysely } from 'kysely'
import { clustered } from '../clustered.ts'

/** Commits, branches and change requests of tasks, and webhooks with their deliveries. Older nodes do not know them. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('git_references')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('url', 'text')
    .addColumn('repository', 'text')
    .addColumn('state', 'text')
    .addColumn('effect', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('git_references_key', ['user_id', 'task_id', 'id'])
    .addForeignKeyConstraint('git_references_of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
    .$call(clustered(db))
    .execute()

  await db.schema
    .createTable('hooks')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('forge', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('hooks_of_user').on('hooks').column('user_id').execute()

  await db.schema
    .createTable('hook_deliveries')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('hook_id', 'text', (column) => column.notNull().references('hooks.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('delivery_id', 'text')
    .addColumn('body_hash', 'text')
    .addPrimaryKeyConstraint('hook_deliveries_key', ['user_id', 'hook_id', 'id'])
    .$call(clustered(db))
    .execute()
  // Two copies of a delivery may arrive at once. Null values do not count as equal, on either engine.
  for (const column of ['delivery_id', 'body_hash']) {
    await db.schema
      .createIndex(`hook_deliveries_by_${column}`)
      .on('hook_deliveries')
      .columns(['user_id', 'hook_id', column])
      .unique()
      .execute()
  }
}
