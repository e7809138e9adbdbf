import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { by } from '../../../test/author.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { deckOf, redo, undo } from '../../../test/history.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { fileWrites } from '../files/file-writes.ts'
import { taskWrites } from '../tasks/task-writes.ts'
import { newRow } from '../tasks/values.ts'
import { wireRules } from '../wiring.ts'
import type { Draft } from './draft.ts'

const file = { id: 'f1', name: 'a.txt', size: 4, type: 'text/plain', sha256: '', removed_at: null }

const row = (id: string, at: string) => newRow(id, taskInput({ title: `Task ${id}`, priority: 'Low' }), at)

/** Ana with one task, and a function that applies several operations in one change. */
async function world(engine: Engine) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana)
  const owner = (await ana.user())._id
  const { history } = wireRules({ ...app, log: pino({ level: 'silent' }) })
  const seqs = async () => {
    const rows = await app.database.db.selectFrom('events').select(['seq', 'change', 'kind']).orderBy('seq').execute()
    return rows.map(({ seq, change, kind }) => [seq, change, kind])
  }
  const change = (work: (draft: Draft) => Promise<unknown>) => history.change(by(owner), work, (_, numbers) => numbers)
  const tasks = taskWrites(app.database, app.config, () => {})
  return { app, ana, owner, task, change, seqs, tasks, files: fileWrites(tasks) }
}

test.for(engines)('%s: one change can create, update, trash and attach in any order', async (engine) => {
  const { ana, owner, task, change, seqs, tasks, files } = await world(engine)
  const before = await deckOf(ana)
  const { change: number } = await change(async (draft) => {
    const old = await tasks.find(draft, { id: task._id })
    if (!old) throw new Error('the task is missing')
    const renamed = await tasks.set(draft, old, { title: 'Renamed' })
    const [first, second] = (await tasks.create(draft, [row('a', draft.at), row('b', draft.at)])) as [
      typeof old,
      typeof old,
    ]
    await files.attach(draft, renamed, { ...file, user_id: owner, task_id: task._id, created_at: draft.at })
    await tasks.set(draft, renamed, { labels: ['home'] })
    await tasks.trash(draft, await tasks.set(draft, first, { status: 'In Progress' }))
    await tasks.create(draft, [row('c', draft.at)])
    await tasks.set(draft, second, { priority: 'High' })
  })
  const kinds = ['updated', 'created', 'created', 'attached', 'updated', 'updated', 'trashed', 'created', 'updated']
  expect(await seqs()).toEqual([[1, 1, 'created'], ...kinds.map((kind, index) => [index + 2, 2, kind])])
  const after = await deckOf(ana)
  expect(after.present).toMatchObject([
    { number: 4, title: 'Task c', priority: 'Low' },
    { number: 3, title: 'Task b', priority: 'High' },
    { number: 1, title: 'Renamed', labels: ['home'], files: [{ name: 'a.txt' }] },
  ])
  expect(after.trash.tasks).toMatchObject([{ number: 2, title: 'Task a', status: 'In Progress' }])

  const undone = await undo(ana, number ?? 0)
  expect([undone.status, undone.body.message]).toEqual([200, 'Undone: 4 tasks are as they were.'])
  expect((await deckOf(ana)).present).toEqual(before.present)
  expect((await redo(ana)).status).toBe(200)
  expect(await deckOf(ana)).toEqual(after)
})

test.for(engines)(
  '%s: concurrent changes, some of which fail, leave the counters of the deck as if they had come one after another',
  async (engine) => {
    const { app, owner, change, seqs, tasks } = await world(engine)
    const isTakenIn = (index: number) => index % 5 === 3
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        change(async (draft) => {
          const [created] = await tasks.create(draft, [row(`first ${index}`, draft.at)])
          if (created && index % 4 === 0) await tasks.trash(draft, created)
          await tasks.create(draft, [row(`second ${index}`, draft.at)])
          if (index % 6 === 1) throw new Error('no')
          // Fails in the database, after the next change has begun.
          if (isTakenIn(index)) await tasks.create(draft, [row(`first ${index}`, draft.at)])
        }),
      ),
    )
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(failed).toEqual(results.flatMap((_, index) => (index % 6 === 1 || isTakenIn(index) ? [index] : [])))
    const { db } = app.database
    const numbers = (await db.selectFrom('tasks').select('number').orderBy('number').execute()).map((row) => row.number)
    expect(numbers).toEqual(Array.from({ length: 1 + 2 * (24 - failed.length) }, (_, index) => index + 1))
    const events = await db.selectFrom('events').select(['before', 'after']).execute()
    const bytes = events.reduce((sum, { before, after }) => sum + Buffer.byteLength((before ?? '') + (after ?? '')), 0)
    expect((await seqs()).map(([seq]) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await db.selectFrom('decks').selectAll().where('user_id', '=', owner).executeTakeFirst()).toMatchObject({
      last_number: numbers.length,
      last_seq: events.length,
      text_bytes: bytes,
    })
  },
)
