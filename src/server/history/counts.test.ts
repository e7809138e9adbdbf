import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { by } from '../../../test/author.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { expectExactCounts } from '../../../test/log.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { uploadOf } from '../../../test/uploads.ts'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { openDatabase } from '../database/open.ts'
import type { FileRow } from '../database/schema.ts'
import { wireRules } from '../wiring.ts'

async function world(engine: Engine) {
  const app = await testApp({ engine, config: { dataDir: await freshFolder(), signupsPerHour: 1_000_000 } })
  return { ...app, rules: wireRules({ ...app, log: pino({ level: 'silent' }) }) }
}

type Rules = ReturnType<typeof wireRules>

async function* bytes() {
  yield Buffer.from('bytes')
}

interface Targets {
  task: string
  trashed: string
  file: { id: string; task: string }
  removed: { id: string; task: string }
  text: string
  labels: string[]
}

const operations: Record<string, (rules: Rules, owner: string, targets: Targets) => Promise<unknown>> = {
  create: ({ tasks }, owner, { text, labels }) => tasks.create(by(owner), taskInput({ title: text, labels })),
  bulk: ({ tasks }, owner, { labels }) => tasks.createMany(by(owner), Array(3).fill(taskInput({ labels }))),
  update: ({ tasks }, owner, { task, text, labels }) => tasks.update(by(owner), task, { description: text, labels }),
  rename: ({ tasks }, owner, { task, text }) => tasks.update(by(owner), task, { title: text }),
  label: ({ tasks }, owner, { task, labels }) =>
    tasks.updateMany(by(owner), [task], { addLabels: labels, removeLabels: ['home'] }),
  trash: ({ tasks }, owner, { task }) => tasks.remove(by(owner), task),
  restore: ({ trash }, owner, { trashed }) => trash.restore(by(owner), trashed),
  purge: ({ trash }, owner, { trashed }) => trash.purge(by(owner), trashed),
  empty: ({ trash }, owner) => trash.empty(by(owner)),
  undo: ({ history }, owner) => history.undo(by(owner)),
  redo: ({ history }, owner) => history.redo(by(owner)),
  attach: ({ files }, owner, { task }) => files.add(by(owner), task, uploadOf(bytes(), 5)),
  detach: ({ files }, owner, { file }) => files.remove(by(owner), file.task, file.id),
  erase: ({ trash }, owner, { removed }) => trash.purgeFile(by(owner), removed.task, removed.id),
}

/**
 * The items of an owner, grouped by the operations that apply to them. An empty group contains a name that does not
 * exist.
 */
async function targetsOf({ db }: Database, owner: string, pick: number): Promise<Omit<Targets, 'text' | 'labels'>> {
  const tasks = await db.selectFrom('tasks').selectAll().where('user_id', '=', owner).orderBy('id').execute()
  const files = await db.selectFrom('files').selectAll().where('user_id', '=', owner).orderBy('id').execute()
  const chosen = <Row>(rows: Row[]) => rows[pick % rows.length]
  const fileWhere = (isFitting: (file: FileRow) => boolean) => {
    const { id = 'none', task_id: task = 'none' } = chosen(files.filter(isFitting)) ?? {}
    return { id, task }
  }
  return {
    task: chosen(tasks.filter(({ trashed_at }) => !trashed_at))?.id ?? 'none',
    trashed: chosen(tasks.filter(({ trashed_at }) => trashed_at))?.id ?? 'none',
    file: fileWhere(({ removed_at }) => !removed_at),
    removed: fileWhere(({ removed_at }) => removed_at !== null),
  }
}

test.for(engines)(
  '%s: after any sequence of changes, the counted text and labels match the stored ones',
  { tags: 'long' },
  async (engine) => {
    const { as, rules, database } = await world(engine)
    const step = fc.record({
      name: fc.constantFrom(...Object.keys(operations)),
      pick: fc.nat(5),
      text: fc.constantFrom('a', 'Größe 漢字 🙂', '"quoted" \\', 'x'.repeat(3000)),
      labels: fc.uniqueArray(fc.constantFrom('home', 'work', 'größe', '漢字'), { maxLength: 3 }),
    })
    let people = 0
    const succeeded = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }), async (steps) => {
        const { _id: owner } = await as(`person${++people}`).user()
        for (const { name, pick, ...values } of steps) {
          try {
            await operations[name]?.(rules, owner, { ...values, ...(await targetsOf(database, owner, pick)) })
            succeeded.add(name)
          } catch (error) {
            if (!(error instanceof AppError)) throw error
          }
          await expectExactCounts(database, owner)
        }
      }),
      { seed: 3, numRuns: cases(6, 60) },
    )
    // Otherwise this test would prove little.
    expect([...succeeded].sort()).toEqual(Object.keys(operations).sort())
  },
)

test.for(engines)('%s: a recount corrects changes that a node of an older version did not count', async (engine) => {
  const { as, rules, database } = await world(engine)
  const [ana, bo] = [as('ana'), as('bo')]
  const owners = [(await ana.user())._id, (await bo.user())._id]
  for (const person of [ana, bo]) {
    await person.post('/tasks/bulkCreateTasks', { tasks: Array(3).fill(taskInput({ labels: ['home', 'work'] })) })
  }
  const drift = async () => {
    await database.db.updateTable('decks').set({ text_bytes: 7 }).execute()
    await database.db.updateTable('labels').set({ label: 'gone' }).where('label', '=', 'home').execute()
    await database.db.updateTable('labels').set({ tasks: 1 }).where('label', '=', 'work').execute()
  }
  await drift()
  await rules.history.recount()
  for (const owner of owners) await expectExactCounts(database, owner)
  // Nothing has changed since, so there is nothing to count again.
  await drift()
  await rules.history.recount()
  await expect(expectExactCounts(database, owners[0] ?? '')).rejects.toThrow()
  for (const person of [ana, bo]) await addTask(person)
  await rules.history.recount()
  for (const owner of owners) await expectExactCounts(database, owner)
})

test.for(engines)('%s: a recount skips an owner whose data changes while it counts', async (engine) => {
  const { as, database, ...app } = await world(engine)
  const ana = as('ana')
  const { _id: owner } = await ana.user()
  await addTask(ana, { labels: ['home'] })
  let isFirst = true
  const { history } = wireRules({
    ...app,
    log: pino({ level: 'silent' }),
    database: {
      ...database,
      async readAside(owner, query) {
        const rows = await database.readAside(owner, query)
        if (isFirst && query.compile().sql.includes('sum(')) {
          isFirst = false
          const [before] = await database.db.selectFrom('decks').select('text_bytes').execute()
          await addTask(ana, { labels: ['work'] })
          // The state that a node of an older version leaves.
          if (before) await database.db.updateTable('decks').set(before).execute()
        }
        return rows
      },
    },
  })
  await history.recount()
  const deck = () => database.db.selectFrom('decks').select(['last_seq', 'counted_seq']).executeTakeFirst()
  expect(await deck()).toEqual({ last_seq: 2, counted_seq: 0 })
  await history.recount()
  expect(await deck()).toEqual({ last_seq: 2, counted_seq: 2 })
  await expectExactCounts(database, owner)
})

/** Adds this many events to the history of a task. */
async function lengthen({ db }: Database, owner: string, count: number) {
  const deck = await db.selectFrom('decks').selectAll().where('user_id', '=', owner).executeTakeFirstOrThrow()
  const last = await db.selectFrom('events').selectAll().where('seq', '=', deck.last_seq).executeTakeFirstOrThrow()
  const after = JSON.stringify({ position: 1 })
  const events = Array.from({ length: count }, (_, index) => {
    const seq = deck.last_seq + index + 1
    return { ...last, seq, change: seq, kind: 'updated' as const, before: null, after }
  })
  await db.insertInto('events').values(events).execute()
  const added = { last_seq: deck.last_seq + count, text_bytes: deck.text_bytes + count * after.length }
  await db.updateTable('decks').set(added).where('user_id', '=', owner).execute()
}

const valuesLeft = async ({ db }: Database) =>
  (await db.selectFrom('events').selectAll().execute()).filter(({ before, after }) => before ?? after).length

test.for(engines)('%s: a long history is deleted in slices', async (engine) => {
  const { as, rules, database, ...app } = await world(engine)
  const { _id: owner } = await as('ana').user()
  await addTask(as('ana'))
  await lengthen(database, owner, 200)
  await rules.tasks.remove(by(owner), '1')
  const left: number[] = []
  const { trash } = wireRules({
    ...app,
    log: pino({ level: 'silent' }),
    database: {
      ...database,
      maxSliceMs: 0,
      async transaction(...args) {
        const result = await database.transaction(...args)
        left.push(await valuesLeft(database))
        return result
      },
    },
  })
  await trash.purge(by(owner), '1')
  expect(left).toEqual([152, 102, 52, 2, 0])
  await expectExactCounts(database, owner)
})

test.for(engines)('%s: tasks with long histories are purged one after another', async (engine) => {
  const { as, database, ...app } = await world(engine)
  const rules = wireRules({ ...app, log: pino({ level: 'silent' }), database: { ...database, maxSliceMs: 0 } })
  const { _id: owner } = await as('ana').user()
  for (let count = 0; count < 3; count++) {
    await addTask(as('ana'))
    await lengthen(database, owner, 100)
  }
  await rules.tasks.removeMany(by(owner), ['1', '2', '3'])
  await rules.trash.empty(by(owner))
  const purges = await database.db.selectFrom('events').select('change').where('kind', '=', 'purged').execute()
  expect(new Set(purges.map(({ change }) => change)).size).toBe(3)
  expect(await valuesLeft(database)).toBe(0)
  await expectExactCounts(database, owner)
})

test.for(engines)('%s: a recount deletes the remains of a purged task after a crash', async (engine) => {
  const { as, rules, database, ...app } = await world(engine)
  const { _id: owner } = await as('ana').user()
  await addTask(as('ana'))
  await lengthen(database, owner, 200)
  await rules.tasks.remove(by(owner), '1')
  let transactions = 0
  const crashing = wireRules({
    ...app,
    log: pino({ level: 'silent' }),
    database: {
      ...database,
      maxSliceMs: 0,
      transaction: (...args) =>
        transactions++ < 2 ? database.transaction(...args) : Promise.reject(new Error('crashed')),
    },
  })
  await expect(crashing.trash.purge(by(owner), '1')).rejects.toThrow('crashed')
  expect(await valuesLeft(database)).toBe(102)
  await expectExactCounts(database, owner)
  await rules.history.recount()
  expect(await valuesLeft(database)).toBe(0)
  await expectExactCounts(database, owner)
})

test.for(engines)('%s: the migration counts the existing data', async (engine) => {
  const { as, config } = await testApp({ config: { databaseUrl: await migratedDatabase(engine) } })
  const ana = as('ana')
  const { _id: owner } = await ana.user()
  await addTask(ana, { title: 'Größe 🙂', labels: ['home', 'größe'] })
  await addTask(ana, { labels: ['home'] })
  await ana.put('/tasks/updateTask/1', { title: 'Renamed' })
  await ana.delete('/tasks/deleteTask/2')
  const { _id: idle } = await as('bo').user()

  const database = openDatabase(config.databaseUrl)
  onTestFinished(() => database.close())
  await database.db.schema.dropTable('labels').execute()
  for (const column of ['text_bytes', 'counted_seq']) {
    await database.db.schema.alterTable('decks').dropColumn(column).execute()
  }
  await sql`delete from kysely_migration where name >= '014'`.execute(database.db)
  const known = Object.entries(await migrationsInFolder()).filter(([name]) => name < '015')
  expect(await migrate(database, async () => Object.fromEntries(known))).toEqual(['014-text-and-labels'])
  for (const id of [owner, idle]) await expectExactCounts(database, id)
  expect(await database.db.selectFrom('labels').select(['label', 'tasks']).orderBy('label').execute()).toEqual([
    { label: 'größe', tasks: 1 },
    { label: 'home', tasks: 2 },
  ])
})
