import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { cases } from '../../../test/cases.ts'
import { type Engine, engines, migratedDatabase } from '../../../test/database.ts'
import { deckOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask } from '../../../test/tasks.ts'
import { mergeFields } from '../../contract/merge.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { eventTable } from '../history/event-table.ts'

/** A database that counts the events that are read within the last transaction. */
function countingEvents(database: Database) {
  const read = { events: 0, queries: 0 }
  const reads = new WeakSet<object>()
  const counting: Database = {
    ...database,
    transaction: (owner, work, patience) =>
      database.transaction(
        owner,
        (tx) => {
          // Long work may run a second time.
          Object.assign(read, { events: 0, queries: 0 })
          return work(
            tx.withPlugin({
              transformQuery({ node, queryId }) {
                const { sql } = database.db.getExecutor().compileQuery(node, queryId)
                if (/^select.* from "events"/s.test(sql)) reads.add(queryId)
                return node
              },
              async transformResult({ result, queryId }) {
                if (!reads.has(queryId)) return result
                read.queries++
                read.events += result.rows.length
                return result
              },
            }),
          )
        },
        patience,
      ),
  }
  return { read, counting }
}

/** Ana with a task, and a function that changes it, based on a given version. */
async function world(engine: Engine) {
  const databaseUrl = await migratedDatabase(engine)
  const { read, counting } = countingEvents(openDatabase(databaseUrl))
  const app = await testApp({ config: { databaseUrl }, dependencies: { database: counting } })
  const ana = app.as('ana')
  const task = await addTask(ana, { labels: ['ui'] })
  const { _id: owner } = await ana.user()
  return {
    ...app,
    ...{ ana, owner, task, read },
    put: (fields: object, version?: number) =>
      ana.send(
        ...(['PUT', `/tasks/updateTask/${task._id}`, fields] as const),
        version ? { headers: { 'if-match': `"${version}"` } } : {},
      ),
    /** Adds a long history: each of these versions has changed the title, and a description of a given length. */
    async addVersions(count: number, length = 0) {
      const { db } = app.database
      const description = length ? { description: 'x'.repeat(length) } : {}
      const events = Array.from({ length: count }, (_, index) => ({
        ...{ user_id: owner, seq: index + 2, change: index + 2, undoes: null, task_id: task._id },
        ...{ kind: 'updated' as const, version: index + 2, actor: owner, via: 'session', at: task.createdAt },
        before: JSON.stringify({ title: index ? `Title ${index + 1}` : task.title, ...description }),
        after: JSON.stringify({ title: `Title ${index + 2}`, ...description }),
      }))
      await eventTable(db, owner).append(events)
      await db
        .updateTable('tasks')
        .set({ title: `Title ${count + 1}`, version: count + 1 })
        .execute()
      await db
        .updateTable('decks')
        .set({ last_seq: count + 1 })
        .execute()
    },
  }
}

test.for(engines)('%s: only the events since the version of the change are read, page by page', async (engine) => {
  const { put, addVersions, read } = await world(engine)
  await addVersions(1_000)
  const reading = async (fields: object, version?: number) => {
    Object.assign(read, { events: 0, queries: 0 })
    const { status, body } = await put(fields, version)
    return { status, body, read: { ...read } }
  }
  expect(await reading({ priority: 'Low' })).toMatchObject({ status: 200, read: { events: 0 } })
  expect(await reading({ priority: 'High' }, 1002)).toMatchObject({ status: 200, read: { events: 0 } })
  // The task has this value already, so its history does not matter.
  expect(await reading({ priority: 'High' }, 1)).toMatchObject({ status: 200, read: { events: 0 } })
  expect(await reading({ status: 'Completed' }, 1000)).toMatchObject({ status: 200, read: { events: 3, queries: 1 } })
  expect(await reading({ dueDate: '2027-01-31' }, 884)).toMatchObject({
    ...{ status: 200, read: { events: 120, queries: 3 }, body: { task: { version: 1005 } } },
  })
  expect(await reading({ title: 'Mine' }, 1)).toMatchObject({
    ...{ status: 412, read: { events: 1004 } },
    body: { conflicts: [{ fields: ['title'], base: { title: 'Write the tests' } }] },
  })
})

test.for(engines)(
  '%s: a change that is based on a version from long ago is refused without reading the whole history',
  async (engine) => {
    const { put, addVersions, read } = await world(engine)
    await addVersions(2_500)
    const { status, body } = await put({ status: 'Completed', priority: 'Medium' }, 2)
    expect([status, body.conflicts]).toEqual([412, [{ task: body.task, fields: ['status'], base: {} }]])
    expect(body.message).toBe('The status of task #1 may have been changed in the meantime. Nothing was overwritten.')
    expect(read.events).toBe(2_000)
    expect((await put({ status: 'Completed' }, 600)).status).toBe(200)
  },
)

test.for(engines)('%s: long texts in the log are read up to a limit, so that they block nobody', async (engine) => {
  const { put, addVersions, read } = await world(engine)
  await addVersions(450, 10_000)
  expect((await put({ status: 'Completed' }, 2)).body.conflicts).toMatchObject([{ fields: ['status'], base: {} }])
  expect(read.events).toBe(400)
  expect((await put({ status: 'Completed' }, 60)).status).toBe(200)
})

test.for(engines)('%s: fields conflict if the values of their version are missing in the log', async (engine) => {
  for (const damage of ['forgotten', 'missing'] as const) {
    const { put, database } = await world(engine)
    for (const title of ['Two', 'Three', 'Four']) await put({ title })
    const { db } = database
    if (damage === 'forgotten')
      await db.updateTable('events').set({ before: null, after: null }).where('version', '=', 3).execute()
    else await db.deleteFrom('events').where('version', '=', 3).execute()
    const before = await everyRow(database)
    const { status, body } = await put({ priority: 'Low', labels: ['ui', 'web'], position: 9 }, 2)
    expect([damage, status, body.conflicts]).toEqual([
      damage,
      412,
      [{ task: body.task, fields: ['labels', 'priority'], base: {} }],
    ])
    expect(await everyRow(database)).toEqual(before)
    // The changes since version 3 are known.
    expect((await put({ priority: 'Low', labels: ['ui', 'web'] }, 3)).status).toBe(200)
  }
})

test.for(engines)('%s: undo reverts only what a merged change has set, and redo repeats it', async (engine) => {
  const { ana, owner, put, database } = await world(engine)
  await put({ priority: 'Low', labels: ['ui', 'theirs'] }, 1)
  const before = await deckOf(ana)
  const { body } = await put({ title: 'Mine', labels: ['mine'] }, 1)
  expect(body.task).toMatchObject({ title: 'Mine', priority: 'Low', labels: ['theirs', 'mine'] })
  const after = await deckOf(ana)
  expect((await undo(ana, body.change)).status).toBe(200)
  expect(await deckOf(ana)).toEqual(before)
  expect((await redo(ana)).status).toBe(200)
  expect(await deckOf(ana)).toEqual(after)
  await expectSoundLog(database, owner)
})

test.for(engines)('%s: ticks and edits of different lines of a description both stand', async (engine) => {
  const { ana, owner, put, database } = await world(engine)
  const list = ['- [ ] one', '- [ ] two', '- [ ] three']
  const text = (...lines: string[]) => ({ description: lines.join('\n') })
  await put(text(...list))
  await put(text('- [x] one', '- [ ] two', '- [ ] three'), 2)
  const { body } = await put(text('- [ ] one', '- [x] two', '- [ ] 3', '- [ ] four'), 2)
  expect(body.task).toMatchObject(text('- [x] one', '- [x] two', '- [ ] 3', '- [ ] four'))
  const conflict = await put(text('- [ ] uno', '- [ ] two', '- [ ] three'), 2)
  expect([conflict.status, conflict.body.conflicts[0]]).toMatchObject([
    412,
    { fields: ['description'], base: text(...list) },
  ])
  expect((await undo(ana, body.change)).status).toBe(200)
  expect((await ana.get('/tasks/task/1')).body).toMatchObject(text('- [x] one', '- [ ] two', '- [ ] three'))
  await expectSoundLog(database, owner)
})

const values = {
  title: fc.constantFrom('One', 'Two', 'Three'),
  description: fc.constantFrom('"quoted"', 'Größe 🙂', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'a\nb\nc\nd'),
  priority: fc.constantFrom('Low', 'High'),
  status: fc.constantFrom('Pending', 'In Progress', 'Completed'),
  dueDate: fc.constantFrom('2026-11-14T00:00:00.000Z', '2028-02-29T00:00:00.000Z', null),
  startDate: fc.constantFrom(null, '2026-11-14T00:00:00.000Z'),
  labels: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
}
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ fields: fc.record(values, { requiredKeys: [] }), age: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.constantFrom('undo' as const, 'trash' as const) },
  ),
  { minLength: 6, maxLength: 12 },
)

test.for(engines)('%s: random changes of old versions are merged like the values of those versions', async (engine) => {
  const { ana, owner, database } = await world(engine)
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const first = await addTask(ana)
      const versions: Task[] = [first]
      const current = () => versions.at(-1) as Task
      for (const step of script) {
        if (step === 'undo') await undo(ana)
        else if (step === 'trash') {
          await ana.delete(`/tasks/deleteTask/${first._id}`)
          versions.push(current())
          await ana.post(`/tasks/trash/${first._id}/restore`)
        } else if (Object.keys(step.fields).length) {
          const index = Math.max(0, versions.length - 1 - step.age)
          const base = versions[index] as Task
          const headers = { 'if-match': `"${index + 1}"` }
          const { status, body } = await ana.send('PUT', `/tasks/updateTask/${first._id}`, step.fields, { headers })
          const expected = mergeFields({ base, current: current(), wanted: step.fields as Partial<Task> })
          expect([status, body.conflicts?.[0].fields ?? []]).toEqual([
            expected.conflicts.length ? 412 : 200,
            expected.conflicts,
          ])
          for (const name of expected.conflicts) expect(body.conflicts[0].base[name]).toEqual(base[name])
          if (status === 200) expect(body.task).toMatchObject(expected.values)
        }
        const { files, ...task } = (await ana.get(`/tasks/task/${first._id}`)).body
        // An undo may have reached beyond this task's changes and moved it to the trash.
        if (!task._id) return
        while (versions.length < task.version) versions.push(task)
      }
    }),
    { seed: 1, numRuns: cases(6, 150) },
  )
  await expectSoundLog(database, owner)
})
