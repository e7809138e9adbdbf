import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { by } from '../../../test/author.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { historyOf, trashOf } from '../../../test/history.ts'
import type { Person } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { endOfForm, filePart, formType, uploadApp } from '../../../test/uploads.ts'
import { wireRules } from '../wiring.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.UTC(2026, 10, 1, 12)
const after = (milliseconds: number) => new Date(start + milliseconds).toISOString()

/** Ana, Bo, and a clock that stands still until a test moves it. */
async function world(engine: Engine = 'sqlite') {
  let now = start
  const clock = () => now
  const app = await uploadApp({
    engine,
    dependencies: { clock },
    config: { maxSessionIdleMs: 900 * day, maxSessionMs: 900 * day },
  })
  const rules = wireRules({ ...app, log: pino({ level: 'silent' }), clock })
  return {
    ...app,
    rules,
    ana: app.as('ana'),
    bo: app.as('bo'),
    /** This much later than the start. */
    at: (milliseconds: number) => {
      now = start + milliseconds
    },
    housekeeping: async () => {
      await rules.trash.emptyOld()
      await rules.files.sweep()
    },
  }
}

const remove = async (person: Person, id: string | number) => {
  const { status, text } = await person.delete(`/tasks/deleteTask/${id}`)
  if (status !== 200) throw new Error(`The task was not deleted: ${text}`)
}
const notInTrash = { message: 'That task is not in the trash.', code: 'not_found' }
const fileNotInTrash = { message: 'That file is not in the trash.', code: 'not_found' }
const absent = { message: 'That task does not exist.', code: 'not_found' }

test.for(engines)('%s: the trash lists deleted tasks and removed files, newest first', async (engine) => {
  const { ana, bo, at, upload } = await world(engine)
  expect(await trashOf(ana)).toEqual({ tasks: [], files: [] })
  const tasks = [await addTask(ana), await addTask(ana), await addTask(ana)] as const
  await remove(bo, (await addTask(bo))._id)
  const [kept, along] = [await upload(ana, '2', 'alone', 'alone.txt'), await upload(ana, '1', 'along', 'along.txt')]
  await upload(ana, '2', 'stays', 'stays.txt')
  at(minute)
  await remove(ana, tasks[2]._id)
  at(2 * minute)
  await remove(ana, tasks[0]._id)
  at(3 * minute)
  await ana.delete(`/tasks/task/2/files/${kept._id}`)
  const trashed = (index: 0 | 1 | 2, time: number, fileCount: number) => ({
    ...{ ...tasks[index], fileCount, version: 2, updatedAt: after(time), trashedAt: after(time) },
  })
  expect(await trashOf(ana)).toEqual({
    tasks: [trashed(0, 2 * minute, 1), trashed(2, minute, 0)],
    files: [{ ...kept, removedAt: after(3 * minute), task: { _id: tasks[1]._id, number: 2, title: tasks[1].title } }],
  })
  // A file that was deleted with its task is not listed separately.
  await ana.delete(`/tasks/task/2/files/${(await ana.get('/tasks/task/2')).body.files[0]._id}`)
  await remove(ana, 2)
  const { files, tasks: all } = await trashOf(ana)
  expect([files, all.map(({ number }) => number)]).toEqual([[], [2, 1, 3]])
  expect(JSON.stringify(await trashOf(bo))).not.toContain(along._id)
})

test.for(engines)('%s: tasks and files in the trash appear nowhere else', async (engine) => {
  const { ana, upload, database, stored } = await world(engine)
  const task = await addTask(ana)
  const file = await upload(ana, '1', 'bytes')
  await remove(ana, task._id)
  expect(await listTasks(ana)).toEqual([])
  expect((await ana.get('/tasks/getTasks?status=Pending')).body.tasks).toEqual([])
  const before = [await everyRow(database), await stored()]
  for (const id of [task._id, '1', '%231']) {
    for (const answer of [
      await ana.get(`/tasks/task/${id}`),
      await ana.get(`/tasks/task/${id}/history`),
      await ana.get(`/tasks/task/${id}/files/${file._id}`),
      await ana.send('POST', `/tasks/task/${id}/upload`, Buffer.concat([filePart(), endOfForm]), {
        headers: { 'content-type': formType },
      }),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, absent])
    }
    for (const answer of [
      await ana.put(`/tasks/updateTask/${id}`, { title: 'x' }),
      await ana.delete(`/tasks/deleteTask/${id}`),
      await ana.delete(`/tasks/task/${id}/files/${file._id}`),
      await ana.post(`/tasks/task/${id}/files/${file._id}/restore`),
      await ana.delete(`/tasks/task/${id}/files/${file._id}/forever`),
    ]) {
      const message = 'That task is in the trash. Restore it first.'
      expect([answer.status, answer.body]).toEqual([404, { ...absent, message, trashed: true, ids: [task._id] }])
    }
  }
  expect([await everyRow(database), await stored()]).toEqual(before)
})

test.for(engines)('%s: a task is restored with its files, by id and by number', async (engine) => {
  const { ana, at, upload } = await world(engine)
  const task = await addTask(ana, { status: 'Completed' })
  const file = await upload(ana, '1', 'bytes')
  let version = 1
  for (const id of [task._id, '1', '%231']) {
    await remove(ana, task._id)
    at(version++ * minute)
    const { status, body } = await ana.post(`/tasks/trash/${id}/restore`)
    const back = { ...task, fileCount: 1, version: ++version, updatedAt: after((version - 2) * minute) }
    expect([status, body]).toEqual([
      200,
      { message: 'Task restored.', task: back, change: version + 1, seq: version + 1 },
    ])
    expect((await ana.get(`/tasks/task/${id}`)).body).toEqual({ ...back, files: [file] })
    expect(await listTasks(ana)).toEqual([back])
  }
  expect((await ana.get(`/tasks/task/1/files/${file._id}`)).text).toBe('bytes')
  expect(await trashOf(ana)).toEqual({ tasks: [], files: [] })
  const again = await ana.post('/tasks/trash/1/restore')
  expect([again.status, again.body]).toEqual([404, notInTrash])
})

test.for(engines)('%s: only items in the trash can be deleted for good', async (engine) => {
  const { ana, upload, stored, database } = await world(engine)
  const task = await addTask(ana)
  const file = await upload(ana, '1', 'bytes')
  const before = [await everyRow(database), await stored()]
  for (const id of [task._id, '1', '2', 'x']) {
    const { status, body } = await ana.delete(`/tasks/trash/${id}`)
    expect([status, body]).toEqual([404, notInTrash])
  }
  for (const call of [
    ana.delete(`/tasks/task/1/files/${file._id}/forever`),
    ana.post(`/tasks/task/1/files/${file._id}/restore`),
    ana.delete('/tasks/task/1/files/x/forever'),
  ]) {
    const { status, body } = await call
    expect([status, body]).toEqual([404, fileNotInTrash])
  }
  expect([await everyRow(database), await stored()]).toEqual(before)
})

test.for(engines)(
  '%s: an item that is deleted for good leaves no values and no bytes, and other items stay',
  async (engine) => {
    const { ana, bo, upload, stored, database } = await world(engine)
    const secret = { title: 'secret title', description: 'secret description' }
    const task = await addTask(ana, secret)
    await ana.put('/tasks/updateTask/1', { title: 'secret new title' })
    const file = await upload(ana, '1', 'bytes', 'secret-file.txt')
    const removed = await upload(ana, '1', 'bytes', 'secret-removed.txt')
    await ana.delete(`/tasks/task/1/files/${removed._id}`)
    const kept = await addTask(ana, { title: 'kept' })
    await upload(ana, '2', 'kept', 'kept.txt')
    await addTask(bo, secret)
    const theirs = async () => {
      const id = (await bo.user())._id
      return (await everyRow(database)).filter((row) => row.includes(id))
    }
    const bos = await theirs()
    await remove(ana, task._id)
    const secrets = async () => {
      const id = (await ana.user())._id
      return (await everyRow(database)).filter((row) => row.includes(id) && row.includes('secret'))
    }
    expect((await secrets()).map((row) => row.split(' ')[0])).toEqual(
      expect.arrayContaining(['events', 'files', 'tasks']),
    )

    const { status, body } = await ana.delete(`/tasks/trash/${task._id}`)
    expect([status, body]).toEqual([200, { message: 'Task deleted for good.' }])
    expect(await secrets()).toEqual([])
    expect((await everyRow(database)).filter((row) => row.includes(file._id) || row.includes(removed._id))).toEqual([])
    expect((await stored()).join()).not.toMatch(new RegExp(`${file._id}|${removed._id}`))
    expect(await stored()).toHaveLength(1)
    expect(await trashOf(ana)).toEqual({ tasks: [], files: [] })
    expect(await listTasks(ana)).toEqual([{ ...kept, fileCount: 1 }])
    expect((await historyOf(ana, '2')).map((event) => event.after)).toMatchObject([
      { file: { name: 'kept.txt' } },
      kept,
    ])
    expect(await theirs()).toEqual(bos)
    // Only the fact of the deletion and its time are left.
    const events = await database.db
      .selectFrom('events')
      .selectAll()
      .where('task_id', '=', task._id)
      .orderBy('seq')
      .execute()
    expect(events.at(-1)).toMatchObject({ kind: 'purged' })
    expect(events.every((event) => event.before === null && event.after === null)).toBe(true)
    for (const again of [await ana.delete(`/tasks/trash/${task._id}`), await ana.post('/tasks/trash/1/restore')]) {
      expect([again.status, again.body]).toEqual([404, notInTrash])
    }
    expect((await addTask(ana)).number).toBe(3)
  },
)

test.for(engines)(
  '%s: a file can be restored from the trash or deleted for good, and its task stays',
  async (engine) => {
    const { ana, upload, stored, rows } = await world(engine)
    const task = await addTask(ana)
    const [first, second] = [await upload(ana, '1', 'first', 'a.txt'), await upload(ana, '1', 'second', 'b.txt')]
    const url = (file: { _id: string }) => `/tasks/task/1/files/${file._id}`
    const files = async () =>
      (await ana.get('/tasks/task/1')).body.files.map((file: { _id: string }) => file._id).sort()
    await ana.delete(url(first))
    expect(await files()).toEqual([second._id])
    const back = await ana.post(`${url(first)}/restore`)
    expect([back.status, back.body]).toEqual([200, { message: 'File restored.', file: first, change: 5, seq: 5 }])
    expect(await files()).toEqual([first._id, second._id].sort())
    expect((await ana.get(url(first))).text).toBe('first')
    const twice = await ana.post(`${url(first)}/restore`)
    expect([twice.status, twice.body]).toEqual([404, fileNotInTrash])

    await ana.delete(url(first))
    const gone = await ana.delete(`${url(first)}/forever`)
    expect([gone.status, gone.body]).toEqual([200, { message: 'File deleted for good.' }])
    expect(await files()).toEqual([second._id])
    expect((await rows()).map(({ id }) => id)).toEqual([second._id])
    expect(await stored()).toEqual([`${(await ana.user())._id}/${second._id}`])
    expect(await trashOf(ana)).toEqual({ tasks: [], files: [] })
    expect((await ana.get('/tasks/task/1')).body).toMatchObject({ version: task.version, title: task.title })
  },
)

test.for(engines)(
  '%s: a file that was in the trash before its task stays there when the task is restored',
  async (engine) => {
    const { ana, upload } = await world(engine)
    await addTask(ana)
    const [first, second] = [await upload(ana, '1', 'first', 'a.txt'), await upload(ana, '1', 'second', 'b.txt')]
    await ana.delete(`/tasks/task/1/files/${first._id}`)
    await remove(ana, 1)
    await ana.post('/tasks/trash/1/restore')
    expect((await ana.get('/tasks/task/1')).body.files).toEqual([second])
    expect((await trashOf(ana)).files).toMatchObject([{ _id: first._id }])
  },
)

test.for(engines)('%s: the trash is emptied for its owner only', async (engine) => {
  const { ana, bo, upload, stored } = await world(engine)
  const settle = async (person: Person) => {
    await addTask(person)
    await addTask(person)
    const files = []
    for (const task of ['1', '2', '2']) files.push(await upload(person, task, 'bytes'))
    await remove(person, 1)
    await person.delete(`/tasks/task/2/files/${files[1]?._id}`)
    const id = (await person.user())._id
    return files.map((file) => `${id}/${file._id}`)
  }
  const [anas, bos] = [await settle(ana), await settle(bo)]
  const theirs = await trashOf(bo)
  const { status, body } = await ana.delete('/tasks/trash')
  expect([status, body]).toEqual([200, { message: 'The trash is empty.' }])
  expect(await trashOf(ana)).toEqual({ tasks: [], files: [] })
  expect(await trashOf(bo)).toEqual(theirs)
  expect(await stored()).toEqual([anas[2], ...bos].sort())
  expect((await listTasks(ana)).map(({ number }) => number)).toEqual([2])
  const again = await ana.delete('/tasks/trash')
  expect([again.status, again.body]).toEqual([200, { message: 'The trash was empty already.' }])
})

test.for(engines)(
  '%s: items are deleted for good after more than 30 days in the trash, with their files',
  async (engine) => {
    const { ana, bo, at, housekeeping, upload, stored, database } = await world(engine)
    for (let count = 0; count < 4; count++) await addTask(ana, { title: `Task ${count + 1}` })
    await addTask(bo)
    const path = async (person: Person, file: { _id: string }) => `${(await person.user())._id}/${file._id}`
    const old = await upload(ana, '1', 'old')
    const [lonely, late] = [await upload(ana, '4', 'lonely'), await upload(ana, '4', 'late')]
    const ofBo = await upload(bo, '1', 'of bo')
    await remove(ana, 1)
    await remove(ana, 3)
    await ana.delete(`/tasks/task/4/files/${lonely._id}`)
    await remove(bo, 1)
    at(day)
    await remove(ana, 2)
    await ana.delete(`/tasks/task/4/files/${late._id}`)
    at(20 * day)
    await ana.post('/tasks/trash/3/restore')
    const numbers = async (person: Person) => (await trashOf(person)).tasks.map(({ number }) => number)

    at(30 * day)
    const before = await everyRow(database)
    await housekeeping()
    expect(await everyRow(database)).toEqual(before)

    at(30 * day + 1)
    await housekeeping()
    expect([await numbers(ana), await numbers(bo)]).toEqual([[2], []])
    expect((await trashOf(ana)).files.map(({ _id }) => _id)).toEqual([late._id])
    expect(await stored()).toEqual([await path(ana, late)])
    expect((await listTasks(ana)).map(({ number }) => number)).toEqual([4, 3])
    expect((await everyRow(database)).filter((row) => row.includes(old._id) || row.includes(ofBo._id))).toEqual([])
    expect((await everyRow(database)).filter((row) => row.includes('Task 1'))).toEqual([])
    expect((await historyOf(ana, '4'))[0]).toMatchObject({ kind: 'erased', by: 'Taskdeck' })
    const purged = await database.db.selectFrom('events').selectAll().where('kind', '=', 'purged').execute()
    expect(purged.map((event) => event.actor)).toEqual(['taskdeck', 'taskdeck'])

    at(31 * day + 1)
    await housekeeping()
    expect([await trashOf(ana), await stored()]).toEqual([{ tasks: [], files: [] }, []])
    expect((await listTasks(ana)).map(({ number }) => number)).toEqual([4, 3])
  },
)

test.for(engines)('%s: of a concurrent restore and deletion for good, one succeeds completely', async (engine) => {
  const { ana, upload, stored, rows } = await world(engine)
  for (let round = 1; round <= 5; round++) {
    await addTask(ana)
    const { _id } = await upload(ana, String(round), 'bytes')
    await remove(ana, round)
    const [restored, purged] = await Promise.all([
      ana.post(`/tasks/trash/${round}/restore`),
      round % 2 ? ana.delete(`/tasks/trash/${round}`) : ana.delete('/tasks/trash'),
    ])
    const isThere = (await ana.get(`/tasks/task/${round}/files/${_id}`)).text === 'bytes'
    expect(isThere).toBe(restored.status === 200)
    expect((await stored()).some((path) => path.includes(_id))).toBe(isThere)
    expect((await rows()).some((row) => row.id === _id)).toBe(isThere)
    if (round % 2) expect([restored.status, purged.status].sort()).toEqual([200, 404])
  }
})

test.for(engines)('%s: a large trash is emptied in batches, and other users can write in between', async (engine) => {
  const { ana, bo, database, ...app } = await world(engine)
  // A slice without time deletes one task.
  const rules = wireRules({ ...app, log: pino({ level: 'silent' }), database: { ...database, maxSliceMs: 0 } })
  const [owner, other] = [(await ana.user())._id, (await bo.user())._id]
  const tasks = Array(25).fill({ title: 'Old', description: 'x', dueDate: '2026-11-14' })
  await rules.tasks.createMany(by(owner), tasks)
  const ids = (await listTasks(ana)).map(({ _id }) => _id)
  await rules.tasks.removeMany(by(owner), ids)
  await addTask(ana)
  const order: string[] = []
  const [answer] = await Promise.all([
    rules.trash.empty(by(owner)).finally(() => order.push('emptied')),
    rules.tasks
      .create(by(other), { title: 'In between', description: 'x', dueDate: '2026-11-14' })
      .then(() => order.push('created')),
  ])
  expect([answer, order]).toEqual([{ message: 'The trash is empty.' }, ['created', 'emptied']])
  const purged = await database.db
    .selectFrom('events')
    .select((row) => ['change', row.fn.countAll<number>().as('events')])
    .where('kind', '=', 'purged')
    .groupBy('change')
    .orderBy('change')
    .execute()
  expect(purged.map(({ events }) => Number(events))).toEqual(Array(25).fill(1))
  expect(await listTasks(ana)).toHaveLength(1)
  expect(await trashOf(ana)).toEqual({ tasks: [], files: [] })
})

test.for(engines)('%s: emptying a large trash answers in time, and goes on with the next call', async (engine) => {
  let now = Date.now()
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  await ana.post('/tasks/bulkCreateTasks', { tasks: Array(50).fill(taskInput()) })
  const ids = Array.from({ length: 50 }, (_, index) => String(index + 1))
  await ana.post('/tasks/bulkDeleteTasks', { ids })
  // Each slice takes six seconds.
  const { trash } = wireRules({
    ...app,
    log: pino({ level: 'silent' }),
    clock: () => now,
    database: {
      ...app.database,
      async transaction(...args) {
        now += 6_000
        return app.database.transaction(...args)
      },
    },
  })
  const first = await trash.empty(by(owner))
  expect(first).toEqual({
    message: expect.stringMatching(/^\d+ tasks and files were deleted for good\. The trash is not empty yet/),
    more: true,
  })
  expect((await trashOf(ana)).tasks.length).toBeLessThan(50)
  let last = first
  while (last.more) last = await trash.empty(by(owner))
  expect(last).toEqual({ message: expect.stringMatching(/^The trash (is empty|was empty already)\.$/) })
  expect((await trashOf(ana)).tasks).toEqual([])
})
