import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { by } from '../../../test/author.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { redo, undo } from '../../../test/history.ts'
import { copyTask } from '../../../test/many-tasks.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import type { Database } from '../database/database.ts'
import type { EventRow } from '../database/schema.ts'
import { wireRules } from '../wiring.ts'

test.for(engines)(
  '%s: a change with thousands of events is undone and redone as a whole',
  { tags: 'long', timeout: 240_000 },
  async (engine) => {
    const { as, database } = await testApp({ engine })
    const ana = as('ana')
    // With many cases, more events than tasks that one change may have.
    const count = cases(1_050, 5_050)
    const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
    const { _id } = await addTask(ana, { dueDate: '2026-11-16', repeat })
    const ids = await copyTask(database, _id, count)
    // Copies have the columns of the first task, and so its repetition.
    const { _id: owner } = await ana.user()
    const counts = async () => {
      const rows = await database.db
        .selectFrom('tasks')
        .where('user_id', '=', owner)
        .where('trashed_at', 'is', null)
        .groupBy('status')
        .select(['status', (row) => row.fn.countAll<number>().as('count')])
        .execute()
      return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
    }
    const done = await ana.post('/tasks/bulkUpdateTasks', { ids, change: { status: 'Completed' } })
    expect([done.status, done.body.seq - done.body.change + 1]).toEqual([200, 2 * count])
    expect(await counts()).toEqual({ Completed: count, Pending: count })

    const { body: steps } = await ana.get('/tasks/undo')
    expect(steps.undo).toMatchObject({ change: done.body.change, kind: 'updated', taskCount: count })
    const undone = await undo(ana)
    expect([undone.status, undone.body.seq - undone.body.change + 1]).toEqual([200, 2 * count])
    expect(await counts()).toEqual({ Pending: count })
    const redone = await redo(ana)
    expect([redone.status, redone.body.seq - redone.body.change + 1]).toEqual([200, 2 * count])
    expect(await counts()).toEqual({ Completed: count, Pending: count })
  },
)

/** Ana with a task whose first change was followed by many large ones, and a history that counts what it reads. */
async function longHistory(engine: Engine, laterCount: number) {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const task = await addTask(ana, { title: 'Draft' })
  const { change } = (await ana.put('/tasks/updateTask/1', { title: 'Final' })).body
  const { change: later } = (await ana.put('/tasks/updateTask/1', { description: 'text' })).body
  const { db } = app.database
  const row = await db.selectFrom('events').selectAll().where('seq', '=', later).executeTakeFirstOrThrow()
  const text = (number: number) => JSON.stringify({ description: `${number} "title": `.padEnd(10_000, 'x') })
  const rows = Array.from({ length: laterCount }, (_, index): EventRow => {
    const seq = later + index + 1
    return { ...row, seq, change: seq, version: row.version + index + 1, before: text(index), after: text(index + 1) }
  })
  for (let first = 0; first < rows.length; first += 50) {
    await db
      .insertInto('events')
      .values(rows.slice(first, first + 50))
      .execute()
  }
  await db
    .updateTable('decks')
    .set({ last_seq: later + laterCount })
    .where('user_id', '=', owner)
    .execute()
  const reads = { characters: 0, mostRows: 0 }
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads.characters += JSON.stringify(result.rows).length
      reads.mostRows = Math.max(reads.mostRows, result.rows.length)
      return result
    },
  }
  const database: Database = {
    ...app.database,
    transaction: (user, work, patience) =>
      app.database.transaction(user, (tx) => work(tx.withPlugin(counting)), patience),
  }
  const { history } = wireRules({ ...app, database, log: pino({ level: 'silent' }) })
  return { ana, owner, task, change, later, laterCount, history, reads }
}

test.for(engines)('%s: undoing an old change does not read the values of what was changed since', async (engine) => {
  const { ana, owner, change, later, history, reads } = await longHistory(engine, 450)
  await expect(history.undo(by(owner), later)).rejects.toThrow('Task #1 has been changed again since: description.')
  expect(reads.characters).toBeLessThan(200_000)
  const { message } = await history.undo(by(owner), change)
  expect(message).toBe('Undone: #1 is as it was.')
  expect((await ana.get('/tasks/task/1')).body.title).toBe('Draft')
  // The values of all later events would be nine million characters.
  expect(reads.characters).toBeLessThan(400_000)
  expect(reads.mostRows).toBeLessThanOrEqual(200)
  await expect(history.undo(by(owner), change)).rejects.toThrow('That change has already been undone.')
})

test.for(engines)('%s: the next step to undo is found without reading every event', async (engine) => {
  const { owner, history, laterCount, later } = await longHistory(engine, 450)
  const { undo: step } = await history.steps(owner)
  expect(step?.change).toBe(later + laterCount)
})
