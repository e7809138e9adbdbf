import { type Kysely, sql } from 'kysely'
import { clustered } from '../clustered.ts'

/**
 * The log of all changes with its sequence numbers, the trash, and the JSON of each task in wire format. Existing tasks and files get
 * an event of their creation without an author, so that their owner has nothing to undo.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('decks')
    .addColumn('last_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('tasks').addColumn('trashed_at', 'text').execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('json', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('tasks')
    .addColumn('files_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('files').addColumn('removed_at', 'text').execute()

  await db.schema
    .createTable('events')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('change', 'bigint', (column) => column.notNull())
    .addColumn('undoes', 'bigint')
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('events_key', ['user_id', 'seq'])
    .$call(clustered(db))
    .execute()
  await db.schema.createIndex('events_of_task').on('events').columns(['user_id', 'task_id', 'seq']).execute()
  // For the background job that deletes old things from the trash of all owners.
  await sql`create index tasks_in_trash on tasks (trashed_at) where trashed_at is not null`.execute(db)
  await sql`create index files_in_trash on files (removed_at) where removed_at is not null`.execute(db)

  const { rows: owners } = await sql<{ user_id: string }>`select user_id from decks`.execute(db)
  for (const { user_id } of owners) await writeFirstEvents(db, user_id)
}

interface OldTask {
  id: string
  number: number
  title: string
  description: string
  priority: string
  due_date: string
  status: string
  version: number
  created_at: string
  updated_at: string
  completed_at: string | null
}

interface OldFile {
  id: string
  task_id: string
  name: string
  size: number
  type: string
  sha256: string
  created_at: string
}

async function writeFirstEvents(db: Kysely<unknown>, owner: string) {
  const tasks = await sql<OldTask>`select * from tasks where user_id = ${owner} order by number`.execute(db)
  const files = await sql<OldFile>`select * from files where user_id = ${owner} order by created_at, id`.execute(db)
  let seq = 0
  const append = async (task: string, kind: string, after: string, version: number, at: string) => {
    seq++
    await sql`insert into events (user_id, seq, change, task_id, kind, after, version, actor, at)
      values (${owner}, ${seq}, ${seq}, ${task}, ${kind}, ${after}, ${version}, 'taskdeck', ${at})`.execute(db)
  }
  for (const row of tasks.rows) {
    const json = JSON.stringify({
      _id: row.id,
      number: row.number,
      title: row.title,
      description: row.description,
      priority: row.priority,
      dueDate: `${row.due_date}T00:00:00.000Z`,
      status: row.status,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      completedAt: row.completed_at,
    })
    const attached = files.rows
      .filter((file) => file.task_id === row.id)
      .map(({ id, name, size, type, sha256, created_at }) => ({
        _id: id,
        name,
        size: Number(size),
        type,
        sha256,
        createdAt: created_at,
      }))
    await sql`update tasks set json = ${json}, files_json = ${JSON.stringify(attached.toReversed())}
      where user_id = ${owner} and id = ${row.id}`.execute(db)
    await append(row.id, 'created', json, row.version, row.created_at)
    for (const file of attached) await append(row.id, 'attached', JSON.stringify({ file }), row.version, file.createdAt)
  }
  await sql`update decks set last_seq = ${seq} where user_id = ${owner}`.execute(db)
}
