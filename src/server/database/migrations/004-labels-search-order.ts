import { type Kysely, sql } from 'kysely'

/** Labels, the search text of a task, and its place on the board. */
export async function up(db: Kysely<unknown>) {
  const tasks = () => db.schema.alterTable('tasks')
  await tasks()
    .addColumn('labels', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await tasks()
    .addColumn('position', 'double precision', (column) => column.notNull().defaultTo(0))
    .execute()
  await tasks()
    .addColumn('words', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

  const { rows: owners } = await sql<{ user_id: string }>`select user_id from decks`.execute(db)
  for (const { user_id } of owners) await fill(db, user_id)
}

interface OldTask {
  id: string
  number: number
  title: string
  description: string
  json: string
}

interface Made {
  seq: number
  after: string
  number: number
}

async function fill(db: Kysely<unknown>, owner: string) {
  const { rows } =
    await sql<OldTask>`select id, number, title, description, json from tasks where user_id = ${owner}`.execute(db)
  for (const { id, number, title, description, json } of rows) {
    const shown = JSON.stringify({ ...JSON.parse(json), labels: [], position: number })
    const words = ` ${wordsOf(title)}\n ${wordsOf(description)}`
    await sql`update tasks set json = ${shown}, position = ${number}, words = ${words}
      where user_id = ${owner} and id = ${id}`.execute(db)
  }
  // One query for all tasks: SQLite would read the owner's whole log for each of them.
  const { rows: made } = await sql<Made>`select seq, after, number from events
    join tasks on tasks.user_id = events.user_id and tasks.id = events.task_id
    where events.user_id = ${owner} and kind = 'created' and after is not null`.execute(db)
  for (const { seq, after, number } of made) {
    await sql`update events set after = ${JSON.stringify({ ...JSON.parse(after), labels: [], position: number })}
      where user_id = ${owner} and seq = ${seq}`.execute(db)
  }
}

function wordsOf(text: string) {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
