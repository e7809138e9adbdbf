import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { DistributingCompiler } from './distributing-compiler.ts'

function world(isDistributed: boolean) {
  const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' })
  onTestFinished(() => pool.end())
  class Dialect extends PostgresDialect {
    override createQueryCompiler() {
      return new DistributingCompiler(() => isDistributed)
    }
    override createAdapter() {
      return new PostgresAdapter()
    }
  }
  const db = new Kysely<unknown>({ dialect: new Dialect({ pool }) })
  return (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('task_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('key', ['user_id', 'task_id'])
      .addForeignKeyConstraint('of_task', ['user_id', 'task_id'], 'tasks', ['user_id', 'id'], (key) =>
        key.onDelete('cascade'),
      )
      .compile().sql
}

test('a new table of owners is distributed before it refers to others, and not to the directory', () => {
  expect(world(true)('receipts').split('; ')).toEqual([
    'create table "receipts" ("user_id" text not null, "task_id" text not null, constraint "key" primary key ("user_id", "task_id"))',
    "select create_distributed_table('receipts', 'user_id', colocate_with => 'decks')",
    'alter table "receipts" add constraint "of_task" foreign key ("user_id", "task_id") references "tasks" ("user_id", "id") on delete cascade',
  ])
})

test('tables of the directory, and all tables of a database that is not distributed, are created as they are', () => {
  expect(world(true)('sessions')).toMatch(/^create table "sessions" \("user_id" text not null references "users"[^;]*$/)
  expect(world(false)('receipts')).toMatch(
    /^create table "receipts" \("user_id" text not null references "users"[^;]*$/,
  )
})
