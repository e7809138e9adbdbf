import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, freshDatabase } from '../../../test/database.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { searchText } from '../../contract/search.ts'
import { migrate } from '../database/migrate.ts'
import * as accounts from '../database/migrations/001-accounts.ts'
import * as tasks from '../database/migrations/002-tasks.ts'
import * as history from '../database/migrations/003-history.ts'
import * as labels from '../database/migrations/004-labels-search-order.ts'
import { openDatabase } from '../database/open.ts'

const day = (text: string) => `2026-11-${text}T10:00:00.000Z`

const users = ['ana', 'bo', 'cy']
/** Owner, id, number, title, description, priority, due date, status, version, created, updated, completed. */
const oldTasks = [
  [
    'ana',
    't2',
    2,
    'It\'s "quoted" \\ 🙂',
    'a\nb',
    'Low',
    '2028-02-29',
    'Completed',
    7,
    day('02'),
    day('09'),
    day('08'),
  ],
  ['ana', 't1', 1, 'First', 'Of all', 'Critical', '2026-11-14', 'Pending', 1, day('01'), day('01'), null],
  ['ana', 't5', 5, 'Fifth', 'Some are gone', 'Medium', '1999-12-31', 'In Progress', 2, day('05'), day('06'), null],
  ['bo', 't1', 3, 'Of Bo', 'Same id', 'High', '2026-01-01', 'Pending', 4, day('03'), day('04'), null],
] as const
/** Owner, task, id, name, size, type, hash, created. */
const oldFiles = [
  ['ana', 't2', 'f2', 'later.txt', 5_000_000_000, 'text/plain', 'h2', day('11')],
  ['ana', 't2', 'f1', 'Größe "1".txt', 0, 'text/plain', 'h1', day('10')],
  ['ana', 't1', 'f3', 'c.png', 3, 'image/png', 'h3', day('12')],
  ['bo', 't1', 'f1', 'of-bo.txt', 4, 'text/plain', 'h4', day('13')],
] as const
/** All tasks of the last user have been deleted. */
const oldDecks = [
  ['ana', 6],
  ['bo', 3],
  ['cy', 9],
] as const

const values = (row: readonly unknown[]) => sql.join(row.map((value) => sql`${value}`))

test.for(engines)('%s: tasks from before the history get one, and their JSON is unchanged', async (engine) => {
  const url = await freshDatabase(engine)
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  expect(await migrate(database, async () => ({ '001-accounts': accounts, '002-tasks': tasks }))).toHaveLength(2)
  const { db } = database
  for (const name of users) {
    await sql`insert into users (id, username, email, email_key, preferences, created_at)
      values (${values([name, name, `${name}@example.com`, `${name}@example.com`, '{}', 1])})`.execute(db)
  }
  for (const row of oldDecks) {
    await sql`insert into decks (user_id, last_number) values (${values(row)})`.execute(db)
  }
  for (const row of oldTasks) {
    await sql`insert into tasks (user_id, id, number, title, description, priority, due_date, status, version,
      created_at, updated_at, completed_at) values (${values(row)})`.execute(db)
  }
  for (const row of oldFiles) {
    await sql`insert into files (user_id, task_id, id, name, size, type, sha256, created_at)
      values (${values(row)})`.execute(db)
  }

  expect(await migrate(database)).toContain('003-history')

  const file = (owner: string, id: string) => {
    const [, , _id, name, size, type, sha256, createdAt] =
      oldFiles.find((row) => row[0] === owner && row[2] === id) ?? []
    return { _id, name, size, type, sha256, createdAt }
  }
  const task = (owner: string, id: string) => {
    const [, _id, number, title, description, priority, due, status, version, createdAt, updatedAt, completedAt] =
      oldTasks.find((row) => row[0] === owner && row[1] === id) ?? []
    const dueDate = `${due}T00:00:00.000Z`
    return {
      _id,
      number,
      title,
      description,
      priority,
      dueDate,
      status,
      version,
      createdAt,
      updatedAt,
      completedAt,
      labels: [],
      position: number,
    }
  }

  // Byte for byte the JSON that the server of that version would have written.
  const rows = await db.selectFrom('tasks').selectAll().orderBy('user_id').orderBy('number').execute()
  expect(rows.map((row) => [row.user_id, row.json, row.files_json, row.trashed_at])).toEqual([
    ['ana', JSON.stringify(task('ana', 't1')), JSON.stringify([file('ana', 'f3')]), null],
    ['ana', JSON.stringify(task('ana', 't2')), JSON.stringify([file('ana', 'f2'), file('ana', 'f1')]), null],
    ['ana', JSON.stringify(task('ana', 't5')), '[]', null],
    ['bo', JSON.stringify(task('bo', 't1')), JSON.stringify([file('bo', 'f1')]), null],
  ])
  // Search finds them like new tasks, and the board shows them in the order of their numbers.
  expect(rows.map(({ words, labels, position }) => [words, labels, position])).toEqual(
    rows.map(({ title, description, number }) => [searchText({ title, description, labels: [] }), '[]', number]),
  )
  expect(rows.map(({ id, number, title, version }) => [id, number, title, version])).toEqual(
    [oldTasks[1], oldTasks[0], oldTasks[2], oldTasks[3]].map((row) => [row[1], row[2], row[3], row[8]]),
  )
  const files = await db.selectFrom('files').select(['id', 'size', 'removed_at']).orderBy('size').execute()
  expect(files.map(({ id, size, removed_at }) => [id, size, removed_at])).toEqual([
    ['f1', 0, null],
    ['f3', 3, null],
    ['f1', 4, null],
    ['f2', 5_000_000_000, null],
  ])

  const events = await db.selectFrom('events').selectAll().orderBy('user_id').orderBy('seq').execute()
  const created = (owner: string, seq: number, id: string) => ({
    ...{ user_id: owner, seq, change: seq, undoes: null, task_id: id, kind: 'created', before: null },
    ...{
      after: JSON.stringify(task(owner, id)),
      version: task(owner, id).version,
      actor: 'taskdeck',
      via: null,
      at: expect.any(String),
    },
  })
  const attached = (owner: string, seq: number, id: string, name: string) => ({
    ...{ ...created(owner, seq, id), kind: 'attached', at: file(owner, name).createdAt },
    after: JSON.stringify({ file: file(owner, name) }),
  })
  expect(events).toEqual([
    created('ana', 1, 't1'),
    attached('ana', 2, 't1', 'f3'),
    created('ana', 3, 't2'),
    attached('ana', 4, 't2', 'f1'),
    attached('ana', 5, 't2', 'f2'),
    created('ana', 6, 't5'),
    created('bo', 1, 't1'),
    attached('bo', 2, 't1', 'f1'),
  ])
  const decks = await db.selectFrom('decks').selectAll().orderBy('user_id').execute()
  expect(decks).toMatchObject([
    { user_id: 'ana', last_number: 6, last_seq: 6 },
    { user_id: 'bo', last_number: 3, last_seq: 2 },
    { user_id: 'cy', last_number: 9, last_seq: 0 },
  ])
})

test.for(engines)(
  '%s: the migration adds labels to every task without reading the log once per task',
  async (engine) => {
    const database = openDatabase(await freshDatabase(engine))
    onTestFinished(() => database.close())
    await migrate(database, async () => ({ '001-accounts': accounts, '002-tasks': tasks }))
    const { db } = database
    await sql`insert into users (id, username, email, email_key, preferences, created_at)
    values (${values(['ana', 'ana', 'ana@example.com', 'ana@example.com', '{}', 1])})`.execute(db)
    await sql`insert into decks (user_id, last_number) values ('ana', 50)`.execute(db)
    for (let number = 1; number <= 50; number++) {
      await sql`insert into tasks (user_id, id, number, title, description, priority, due_date, status, version,
      created_at, updated_at, completed_at)
      values (${values(['ana', `t${number}`, number, ...oldTasks[1].slice(3)])})`.execute(db)
    }
    const reads: string[] = []
    const counted = (db as Kysely<unknown>).withPlugin({
      transformQuery({ node, queryId }) {
        const { sql: text } = db.getExecutor().compileQuery(node, queryId)
        if (/^select.*from events/is.test(text)) reads.push(text)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await history.up(counted)
    // Tasks that were deleted for good: the event has no values, or its task is missing.
    await sql`update events set after = null where task_id = 't1'`.execute(db)
    await sql`delete from tasks where id = 't2'`.execute(db)
    const ofLost = await db
      .selectFrom('events')
      .selectAll()
      .where('task_id', 'in', ['t1', 't2'])
      .orderBy('seq')
      .execute()
    await labels.up(counted)

    expect(reads).toHaveLength(1)
    expect(
      await db.selectFrom('events').selectAll().where('task_id', 'in', ['t1', 't2']).orderBy('seq').execute(),
    ).toEqual(ofLost)
    const rows = await db
      .selectFrom('events')
      .innerJoin('tasks', 'tasks.id', 'events.task_id')
      .where('events.after', 'is not', null)
      .select(['events.after', 'tasks.json'])
      .execute()
    expect(rows).toHaveLength(48)
    for (const { after, json } of rows) {
      expect(after).toBe(json)
      expect(JSON.parse(json)).toMatchObject({ labels: [], position: JSON.parse(json).number })
    }
  },
)

test.for(engines)('%s: a migrated database supports changes, new tasks and undo', async (engine) => {
  const url = await freshDatabase(engine)
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  await migrate(database, async () => ({ '001-accounts': accounts, '002-tasks': tasks }))
  const userId = 'someone'
  await sql`insert into users (id, username, email, email_key, preferences, created_at)
    values (${values([userId, 'x', 'x@example.com', 'x@example.com', '{}', 1])})`.execute(database.db)
  await sql`insert into decks (user_id, last_number) values (${userId}, 1)`.execute(database.db)
  await sql`insert into tasks (user_id, id, number, title, description, priority, due_date, status, version,
    created_at, updated_at, completed_at) values (${values([userId, ...oldTasks[1].slice(1)])})`.execute(database.db)

  const app = await testApp({ config: { databaseUrl: url } })
  const ana = app.as('ana')
  const ownId = (await ana.user())._id
  // Transfer the data to Ana, who has a session.
  await app.database.transaction(ownId, async (tx) => {
    for (const table of ['decks', 'tasks', 'events'] as const) {
      await tx.updateTable(table).set({ user_id: ownId }).where('user_id', '=', userId).execute()
    }
  })
  const { body } = await ana.put('/tasks/updateTask/1', { title: 'Renamed' })
  expect(body).toMatchObject({ task: { number: 1, version: 2, title: 'Renamed' }, change: 2 })
  expect(
    (await ana.post('/tasks/createTask', { title: 'a', description: 'b', dueDate: '2026-11-14' })).body,
  ).toMatchObject({
    task: { number: 2 },
    change: 3,
  })
  expect((await ana.post('/tasks/undo', { change: 2 })).status).toBe(200)
  expect((await ana.get('/tasks/task/1')).body).toMatchObject({ title: 'First', files: [] })
  await expectSoundLog(app.database, ownId)
})
