import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { deckOf, redo, trashOf, undo } from '../../../test/history.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'

/** Ana with a task that has a file, and calls that return the number of their change. */
async function world(engine: Engine = 'sqlite') {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana)
  const file = await app.upload(ana, task._id, 'bytes', 'notes.txt')
  const fileUrl = `/tasks/task/${task._id}/files/${file._id}`
  const update = async (fields: object): Promise<number> =>
    (await ana.put(`/tasks/updateTask/${task._id}`, fields)).body.change
  const remove = async (): Promise<number> => (await ana.delete(`/tasks/deleteTask/${task._id}`)).body.change
  const current = async () => (await ana.get(`/tasks/task/${task._id}`)).body
  return { ...app, ana, task, file, fileUrl, update, remove, current }
}

type World = Awaited<ReturnType<typeof world>>

interface Case {
  what: string
  before?: (world: World) => Promise<unknown>
  act: (world: World) => Promise<{ body: { change?: number | null } }>
  undone: string
  redone: string
}

const cases: Case[] = [
  {
    what: 'an update of one field',
    act: ({ ana }) => ana.put('/tasks/updateTask/1', { title: 'Renamed' }),
    undone: '#1 is as it was',
    redone: '#1 is as it was',
  },
  {
    what: 'an update of every field',
    act: ({ ana }) =>
      ana.put('/tasks/updateTask/1', {
        title: 'Renamed',
        description: 'Anew',
        dueDate: '2027-01-01',
        status: 'Completed',
        priority: 'Critical',
      }),
    undone: '#1 is as it was',
    redone: '#1 is as it was',
  },
  {
    what: 'opening a completed task again',
    before: ({ ana }) => ana.put('/tasks/updateTask/1', { status: 'Completed' }),
    act: ({ ana }) => ana.put('/tasks/updateTask/1', { status: 'In Progress' }),
    undone: '#1 is as it was',
    redone: '#1 is as it was',
  },
  {
    what: 'a delete',
    act: ({ ana }) => ana.delete('/tasks/deleteTask/1'),
    undone: '#1 is back',
    redone: '#1 is in the trash',
  },
  {
    what: 'a restore',
    before: ({ ana }) => ana.delete('/tasks/deleteTask/1'),
    act: ({ ana }) => ana.post('/tasks/trash/1/restore'),
    undone: '#1 is in the trash',
    redone: '#1 is back',
  },
  {
    what: 'the removal of a file',
    act: ({ ana, fileUrl }) => ana.delete(fileUrl),
    undone: 'notes.txt is back',
    redone: 'notes.txt is in the trash',
  },
  {
    what: 'the restore of a file',
    before: ({ ana, fileUrl }) => ana.delete(fileUrl),
    act: ({ ana, fileUrl }) => ana.post(`${fileUrl}/restore`),
    undone: 'notes.txt is in the trash',
    redone: 'notes.txt is back',
  },
]

for (const { what, before: prepare, act, undone, redone } of cases) {
  test.for(engines)(`%s: ${what} can be undone and redone`, async (engine) => {
    const here = await world(engine)
    await prepare?.(here)
    const before = await deckOf(here.ana)
    const { change } = (await act(here)).body
    const after = await deckOf(here.ana)
    expect(after).not.toEqual(before)

    const back = await undo(here.ana)
    expect([back.status, back.body]).toMatchObject([200, { message: `Undone: ${undone}.`, change: Number(change) + 1 }])
    expect(await deckOf(here.ana)).toEqual(before)

    const again = await redo(here.ana)
    expect([again.status, again.body]).toMatchObject([
      200,
      { message: `Redone: ${redone}.`, change: Number(change) + 2 },
    ])
    expect(await deckOf(here.ana)).toEqual(after)
  })
}

test.for(engines)(
  '%s: undoing a creation moves the task to the trash, and redoing it restores the task',
  async (engine) => {
    const { ana } = await world(engine)
    const before = await deckOf(ana)
    const { task } = (await ana.post('/tasks/createTask', taskInput({ title: 'New' }))).body
    const after = await deckOf(ana)
    expect((await undo(ana)).body.message).toBe('Undone: #2 is in the trash.')
    const undone = await deckOf(ana)
    expect(undone.present).toEqual(before.present)
    expect(undone.trash.tasks).toMatchObject([{ _id: task._id, title: 'New' }])
    expect((await redo(ana)).body.message).toBe('Redone: #2 is back.')
    expect(await deckOf(ana)).toEqual(after)
  },
)

test.for(engines)('%s: tasks that were created together are undone and redone together', async (engine) => {
  const { ana } = await world(engine)
  const before = await deckOf(ana)
  const { change } = (
    await ana.post('/tasks/bulkCreateTasks', { tasks: ['a', 'b', 'c'].map((title) => taskInput({ title })) })
  ).body
  const after = await deckOf(ana)
  const back = (await undo(ana)).body
  expect(back).toMatchObject({ message: 'Undone: 3 tasks are in the trash.', change: change + 3 })
  const undone = await deckOf(ana)
  expect(undone.present).toEqual(before.present)
  expect(undone.trash.tasks.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  expect((await redo(ana)).body).toMatchObject({ message: 'Redone: 3 tasks are back.', change: change + 6 })
  expect(await deckOf(ana)).toEqual(after)
  expect((await undo(ana, change)).status).toBe(200)
  expect((await deckOf(ana)).present).toEqual(before.present)
})

test('a bulk creation is not undone at all if one of its tasks has changed since', async () => {
  const { ana, database } = await world()
  const { change } = (await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput(), taskInput(), taskInput()] })).body
  await ana.delete('/tasks/deleteTask/3')
  const before = await everyRow(database)
  const refused = await undo(ana, change)
  expect([refused.status, refused.body.message]).toEqual([409, 'Task #3 has been deleted since. Nothing was undone.'])
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: undoing an upload moves the file and its bytes to the trash', async (engine) => {
  const { ana, task, file, fileUrl, stored, current } = await world(engine)
  expect((await undo(ana)).body.message).toBe('Undone: notes.txt is in the trash.')
  expect((await current()).files).toEqual([])
  expect((await ana.get(fileUrl)).status).toBe(404)
  expect(await stored()).toHaveLength(1)
  expect((await trashOf(ana)).files).toMatchObject([{ _id: file._id, task: { _id: task._id, number: 1 } }])
  expect((await redo(ana)).body.message).toBe('Redone: notes.txt is back.')
  expect((await current()).files).toEqual([file])
  expect((await ana.get(fileUrl)).text).toBe('bytes')
})

test.for(engines)('%s: undo and redo find changes that many others followed', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  const title = async () => (await ana.get('/tasks/task/1')).body.title
  const first = await title()
  // Each undo is a change, too: the last one undoes a change with 58 others after it.
  const count = 30
  for (let round = 1; round <= count; round++) await ana.put('/tasks/updateTask/1', { title: `Round ${round}` })
  for (let round = 1; round <= count; round++) expect((await undo(ana)).status).toBe(200)
  expect(await title()).toBe(first)
  for (let round = 1; round <= count; round++) expect((await redo(ana)).status).toBe(200)
  expect(await title()).toBe(`Round ${count}`)
  expect((await redo(ana)).status).toBe(409)
})

test.for(engines)('%s: repeated undo reverts every change, and repeated redo restores it', async (engine) => {
  const { ana, update, remove } = await world(engine)
  const steps = [await deckOf(ana)]
  for (const act of [
    () => update({ title: 'One' }),
    () => update({ title: 'Two', status: 'Completed' }),
    () => update({ title: 'Three', priority: 'Low' }),
    remove,
  ]) {
    await act()
    steps.push(await deckOf(ana))
  }
  for (const earlier of steps.slice(0, -1).toReversed()) {
    expect((await undo(ana)).status).toBe(200)
    expect(await deckOf(ana)).toEqual(earlier)
  }
  for (const later of steps.slice(1)) {
    expect((await redo(ana)).status).toBe(200)
    expect(await deckOf(ana)).toEqual(later)
  }
  expect((await redo(ana)).body).toEqual({ message: 'There is nothing to redo.', code: 'conflict' })
  // First back and forth in the middle, then all the way. The upload and the creation are left to undo.
  for (const [call, step] of [
    [undo, 3],
    [undo, 2],
    [redo, 3],
    [undo, 2],
    [undo, 1],
    [redo, 2],
    [redo, 3],
    [redo, 4],
    [undo, 3],
  ] as const) {
    expect((await call(ana)).status).toBe(200)
    expect(await deckOf(ana)).toEqual(steps[step])
  }
  for (let left = 0; left < 5; left++) expect((await undo(ana)).status).toBe(200)
  expect(await listTasks(ana)).toEqual([])
  const nothing = await undo(ana)
  expect([nothing.status, nothing.body]).toEqual([409, { message: 'There is nothing to undo.', code: 'conflict' }])
})

test.for(engines)('%s: after a new change there is nothing to redo', async (engine) => {
  const { ana, update, current } = await world(engine)
  await update({ title: 'One' })
  await undo(ana)
  await update({ priority: 'High' })
  const refused = await redo(ana)
  expect([refused.status, refused.body]).toEqual([409, { message: 'There is nothing to redo.', code: 'conflict' }])
  // The new change is undone and redone like any other. Changes that were undone before it stay undone.
  expect((await undo(ana)).status).toBe(200)
  expect((await redo(ana)).status).toBe(200)
  expect((await redo(ana)).status).toBe(409)
  expect(await current()).toMatchObject({ title: 'Write the tests', priority: 'High' })
})

test('a user without changes has nothing to undo or redo', async () => {
  const { as } = await world()
  for (const [call, word] of [
    [undo, 'undo'],
    [redo, 'redo'],
  ] as const) {
    const { status, body } = await call(as('bo'))
    expect([status, body]).toEqual([409, { message: `There is nothing to ${word}.`, code: 'conflict' }])
  }
})

test.for(engines)(
  '%s: a change can be undone by its number, even if there are later changes to other fields or tasks',
  async (engine) => {
    const { ana, update, current } = await world(engine)
    const title = await update({ title: 'Renamed' })
    await update({ priority: 'High' })
    await addTask(ana, { title: 'Another' })
    const { status, body } = await undo(ana, title)
    expect([status, body.change]).toEqual([200, title + 3])
    expect(await current()).toMatchObject({ title: 'Write the tests', priority: 'High' })
    expect(await listTasks(ana)).toHaveLength(2)
  },
)

test.for(engines)('%s: undoing the change of an undo is a redo', async (engine) => {
  const { ana, update, current } = await world(engine)
  const change = await update({ title: 'Renamed' })
  const undone = (await undo(ana, change)).body.change
  await update({ priority: 'High' })
  const again = (await undo(ana, undone)).body
  expect(again.message).toBe('Undone: #1 is as it was.')
  expect(await current()).toMatchObject({ title: 'Renamed', priority: 'High' })
  // After the redo it can be undone again, by its own number or that of the redo.
  expect((await undo(ana, change)).status).toBe(200)
  expect((await current()).title).toBe('Write the tests')
  expect((await redo(ana)).status).toBe(200)
  expect((await current()).title).toBe('Renamed')
})

test.for(engines)('%s: a change cannot be undone twice', async (engine) => {
  const { ana, update, database } = await world(engine)
  const change = await update({ title: 'Renamed' })
  const undone = (await undo(ana)).body.change
  const before = await everyRow(database)
  const twice = await undo(ana, change)
  expect([twice.status, twice.body]).toEqual([
    409,
    { message: 'That change has already been undone.', code: 'conflict' },
  ])
  expect(await everyRow(database)).toEqual(before)
  await redo(ana)
  const again = await undo(ana, undone)
  expect([again.status, again.body.message]).toEqual([409, 'That change has already been undone.'])
})

test.for(engines)('%s: of several concurrent undos of the same change, one succeeds', async (engine) => {
  const { ana, update, current } = await world(engine)
  const change = await update({ title: 'Renamed' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(ana, change)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await current()).toMatchObject({ title: 'Write the tests', version: 3 })
})

test.for(engines)(
  '%s: a field that has changed again is not overwritten, and is named in the error',
  async (engine) => {
    const { ana, update, database, current } = await world(engine)
    const first = await update({ title: 'One', priority: 'Low' })
    const due = await update({ dueDate: '2027-01-01' })
    const status = await update({ status: 'Completed' })
    const labels = await update({ labels: ['home'] })
    const position = await update({ position: 7 })
    const both = await update({ labels: ['garden'], description: 'Another one' })
    await update({ title: 'Two', labels: ['work'], position: 8, description: 'A third one' })
    await update({ dueDate: '2027-01-02', status: 'Pending' })
    const before = await everyRow(database)
    for (const [change, field] of [
      [first, 'title'],
      [due, 'due date'],
      [status, 'status'],
      [labels, 'labels'],
      [position, 'place on the board'],
      [both, 'labels and description'],
    ] as const) {
      const { status, body } = await undo(ana, change)
      expect([status, body]).toEqual([
        409,
        { message: `Task #1 has been changed again since: ${field}. Nothing was undone.`, code: 'conflict' },
      ])
    }
    expect(await everyRow(database)).toEqual(before)
    expect(await current()).toMatchObject({ title: 'Two', priority: 'Low', version: 9 })
  },
)

test.for(engines)('%s: a later change does not prevent an undo if it was itself undone', async (engine) => {
  const { ana, update, current } = await world(engine)
  const first = await update({ title: 'One' })
  await update({ title: 'Two' })
  await undo(ana)
  expect((await undo(ana, first)).status).toBe(200)
  expect((await current()).title).toBe('Write the tests')
})

test.for(engines)('%s: changes to files do not prevent the undo of a change to their task', async (engine) => {
  const { ana, update, fileUrl, current, upload, task } = await world(engine)
  const renamed = await update({ title: 'Renamed' })
  await ana.delete(fileUrl)
  await upload(ana, task._id, 'more', 'more.txt')
  expect((await undo(ana, renamed)).status).toBe(200)
  expect((await current()).title).toBe('Write the tests')
  expect((await redo(ana)).status).toBe(200)
  await ana.delete(`${fileUrl}/forever`)
  expect((await undo(ana, renamed)).status).toBe(200)
  expect((await current()).title).toBe('Write the tests')
})

test.for(engines)('%s: a file that has been removed or restored since is left unchanged', async (engine) => {
  const { ana, fileUrl, database } = await world(engine)
  const uploaded = 2
  const removed = (await ana.delete(fileUrl)).body.change
  const late = await undo(ana, uploaded)
  expect([late.status, late.body.message]).toEqual([
    409,
    'The file notes.txt has been removed since. Nothing was undone.',
  ])
  await ana.post(`${fileUrl}/restore`)
  const restored = await undo(ana, removed)
  expect([restored.status, restored.body.message]).toEqual([
    409,
    'The file notes.txt has been restored since. Nothing was undone.',
  ])
  await ana.delete(fileUrl)
  await ana.delete(`${fileUrl}/forever`)
  const before = await everyRow(database)
  for (const change of [uploaded, removed]) {
    const { status, body } = await undo(ana, change)
    expect([status, body.code]).toEqual([409, 'conflict'])
  }
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)(
  '%s: a change to a task in the trash cannot be undone before the task is restored',
  async (engine) => {
    const { ana, update, remove, current } = await world(engine)
    const change = await update({ title: 'Renamed' })
    await remove()
    const { status, body } = await undo(ana, change)
    expect([status, body]).toEqual([409, { message: 'Task #1 is in the trash: restore it first.', code: 'conflict' }])
    await ana.post('/tasks/trash/1/restore')
    expect((await undo(ana, change)).status).toBe(200)
    expect((await current()).title).toBe('Write the tests')
  },
)

test.for(engines)('%s: an item that is deleted for good cannot be restored by undo', async (engine) => {
  const { ana, update, remove, database } = await world(engine)
  await update({ title: 'Renamed' })
  await remove()
  await ana.delete('/tasks/trash/1')
  const purged = 5
  const before = await everyRow(database)
  for (let change = 1; change <= purged; change++) {
    const { status, body } = await undo(ana, change)
    expect([change, status, body]).toEqual([
      change,
      409,
      { message: 'The task was deleted for good. Nothing was undone.', code: 'conflict' },
    ])
  }
  expect((await undo(ana)).status).toBe(409)
  expect((await redo(ana)).status).toBe(409)
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: an unknown change number is not found', async (engine) => {
  const { ana, database } = await world(engine)
  await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput(), taskInput(), taskInput()] })
  const before = await everyRow(database)
  // The fourth event belongs to the change that started with the third.
  for (const change of [4, 5, 6, 99, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await undo(ana, change)
    expect([change, status, body]).toEqual([change, 404, { message: 'That change does not exist.', code: 'not_found' }])
  }
  expect(await everyRow(database)).toEqual(before)
})

test('an undo without a body, with an empty one or with null undoes the last change', async () => {
  const { ana, update, current } = await world()
  for (const payload of [undefined, {}]) {
    await update({ title: 'Renamed' })
    expect((await ana.post('/tasks/undo', payload)).status).toBe(200)
    expect((await current()).title).toBe('Write the tests')
  }
})

test('an undo with any other body is refused', async () => {
  const { ana, database } = await world()
  const before = await everyRow(database)
  for (const payload of [
    { change: 0 },
    { change: -1 },
    { change: 1.5 },
    { change: '1' },
    { change: null },
    { change: 2 ** 53 },
    { change: 1, all: true },
    { seq: 1 },
    [1],
    [],
    'null x',
  ]) {
    const { status, body } = await ana.post('/tasks/undo', payload)
    expect([payload, status]).toEqual([payload, typeof payload === 'string' ? 415 : 400])
    expect(body.message).toMatch(/\S/)
  }
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: the next undo and redo are described before and after they are done', async (engine) => {
  let now = Date.parse('2026-11-15T12:00:00Z')
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const steps = async () => (await ana.get('/tasks/undo')).body
  await ana.user()
  expect(await steps()).toEqual({ undo: null, redo: null })

  const made = (await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput(), taskInput({ title: 'Two' })] })).body
  const [{ _id }] = made.tasks
  expect(await steps()).toMatchObject({ undo: { change: made.change, kind: 'created', taskCount: 2 }, redo: null })

  const { change } = (await ana.put(`/tasks/updateTask/${_id}`, { title: 'Renamed', status: 'In Progress' })).body
  now += 90_000
  const step = {
    change,
    kind: 'updated',
    before: { title: 'Write the tests', status: 'Pending', startedAt: null },
    after: { title: 'Renamed', status: 'In Progress', startedAt: '2026-11-15T12:00:00.000Z' },
    task: { _id, number: 1, title: 'Renamed' },
    taskCount: 1,
    via: 'session',
    at: '2026-11-15T12:00:00.000Z',
    ageMs: 90_000,
  }
  expect(await steps()).toEqual({ undo: step, redo: null })
  const before = await everyRow(app.database)
  expect(await steps()).toEqual({ undo: step, redo: null })
  expect(await everyRow(app.database)).toEqual(before)

  const undone = (await undo(ana, change)).body
  expect(undone.step).toEqual(step)
  // A redo reverts the undo, so its old and new values are swapped.
  const again = { change: undone.change, before: step.after, after: step.before, ageMs: 0 }
  expect(await steps()).toMatchObject({ undo: { change: made.change }, redo: again })
  expect((await redo(ana)).body.step).toMatchObject(again)
  expect(await steps()).toMatchObject({ undo: { task: { title: 'Renamed' } }, redo: null })
  expect((await app.as('bo').get('/tasks/undo')).body).toEqual({ undo: null, redo: null })
})
