import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { deckOf, historyOf, redo, trashOf, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import type { Task } from '../../contract/schemas/tasks.ts'

/** Ana with this many tasks. Each has a common label and one of its own. */
async function world(count: number, engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const inputs = Array.from({ length: count }, (_, index) => taskInput({ labels: ['all', `own-${index + 1}`] }))
  const tasks: Task[] = (await ana.post('/tasks/bulkCreateTasks', { tasks: inputs })).body.tasks
  return {
    app,
    ana,
    tasks,
    ids: tasks.map(({ _id }) => _id),
    update: (ids: unknown, change: unknown) => ana.post('/tasks/bulkUpdateTasks', { ids, change }),
    remove: (ids: unknown) => ana.post('/tasks/bulkDeleteTasks', { ids }),
    sound: async () => expectSoundLog(app.database, (await ana.user())._id),
  }
}

test.for(engines)('%s: a hundred tasks are changed in one change, which is undone as one', async (engine) => {
  const { ana, tasks, ids, update, sound } = await world(100, engine)
  const kept = await addTask(ana, { labels: ['all'] })
  const before = await deckOf(ana)
  const { status, body } = await update(ids, {
    ...{ status: 'Completed', priority: 'Critical', dueDate: '2027-01-31' },
    ...{ addLabels: ['sprint-7', 'own-1'], removeLabels: ['all'] },
  })
  expect([status, body.message, body.change]).toEqual([200, '100 tasks updated.', 102])
  expect(body.tasks).toEqual(
    tasks.map((task, index) => ({
      ...task,
      ...{ status: 'Completed', priority: 'Critical', dueDate: '2027-01-31T00:00:00.000Z', version: 2 },
      labels: index ? [`own-${index + 1}`, 'sprint-7', 'own-1'] : ['own-1', 'sprint-7'],
      updatedAt: body.tasks[0].updatedAt,
      completedAt: body.tasks[0].updatedAt,
    })),
  )
  expect(await listTasks(ana)).toEqual([kept, ...body.tasks.toReversed()])
  const events = (await sound()).slice(101)
  expect(events.map(({ change, kind, task_id }) => [change, kind, task_id])).toEqual(
    ids.map((id) => [102, 'updated', id]),
  )
  const after = await deckOf(ana)
  const undone = await undo(ana)
  expect([undone.status, undone.body.change]).toEqual([200, 202])
  expect(await deckOf(ana)).toEqual(before)
  expect((await redo(ana)).status).toBe(200)
  expect(await deckOf(ana)).toEqual(after)
  await sound()
})

test.for(engines)('%s: each field can be changed alone, and the others stay unchanged', async (engine) => {
  const { tasks, ids, update, sound } = await world(2, engine)
  let expected: object[] = tasks
  const changes = [
    [{ status: 'In Progress' }, { status: 'In Progress', startedAt: expect.any(String) }],
    [{ priority: 'Low' }, { priority: 'Low' }],
    [{ dueDate: '2028-02-29' }, { dueDate: '2028-02-29T00:00:00.000Z' }],
  ] as const
  for (const [index, [change, fields]] of changes.entries()) {
    const { body } = await update(ids, change)
    expected = expected.map((task) => ({ ...task, ...fields, version: index + 2, updatedAt: body.tasks[0].updatedAt }))
    expect(body.tasks).toEqual(expected)
  }
  const labelsOf = async (change: object) => (await update(ids, change)).body.tasks.map(({ labels }: Task) => labels)
  expect(await labelsOf({ addLabels: ['new'] })).toEqual([
    ['all', 'own-1', 'new'],
    ['all', 'own-2', 'new'],
  ])
  expect(await labelsOf({ removeLabels: ['all', 'own-2', 'never'] })).toEqual([['own-1', 'new'], ['new']])
  await sound()
})

test('a bulk change accepts a single task', async () => {
  const { ids, tasks, update, remove } = await world(2)
  const { status, body } = await update(ids.slice(0, 1), { priority: 'High' })
  expect([status, body.message, body.tasks.length]).toEqual([200, '1 task updated.', 1])
  expect((await remove([String(tasks[1]?.number)])).body).toEqual({ message: '1 task deleted.', change: 4, seq: 4 })
})

test.for(engines)('%s: ids and numbers name the same tasks, and duplicates count once', async (engine) => {
  const { ana, ids, update, remove, sound } = await world(4, engine)
  const { body } = await update([ids[2], '1', '#3', ids[0], '3', ids[2]], { priority: 'High' })
  expect([body.message, body.tasks.map(({ number }: Task) => number)]).toEqual(['2 tasks updated.', [3, 1]])
  expect(body.tasks.map(({ version }: Task) => version)).toEqual([2, 2])
  expect((await historyOf(ana, '3')).map(({ kind }) => kind)).toEqual(['updated', 'created'])
  const { status, body: removed } = await remove(['#2', ids[1], '2', '4'])
  expect([status, removed]).toEqual([200, { message: '2 tasks deleted.', change: 7, seq: 8 }])
  expect((await listTasks(ana)).map(({ number }) => number)).toEqual([3, 1])
  await sound()
})

test.for(engines)('%s: if one of the tasks is missing, no task is changed or deleted', async (engine) => {
  const { app, ana, ids, update, remove } = await world(100, engine)
  const foreign = await addTask(app.as('bo'))
  await ana.delete(`/tasks/deleteTask/${ids[99]}`)
  const before = await everyRow(app.database)
  const inTrash = { message: 'That task is in the trash. Restore it first.', trashed: true, ids: [ids[99]] }
  const absent = [foreign._id, '101', '999999999', 'no-such-task', "' or 1=1 --", '0', '-1']
  for (const id of [ids[99], '100', '#100', ...absent]) {
    const isAbsent = absent.includes(id ?? '')
    for (const list of [[...ids.slice(0, 99), id], [id, ids[0]], [id]]) {
      const named = list.length > 1 ? { ids: [id] } : {}
      const refusal = isAbsent ? { message: 'That task does not exist.', ...named } : inTrash
      for (const answer of [await update(list, { status: 'Completed', addLabels: ['x'] }), await remove(list)]) {
        expect([id, answer.status, answer.body]).toEqual([id, 404, { ...refusal, code: 'not_found' }])
      }
    }
  }
  expect(await everyRow(app.database)).toEqual(before)
})

test.for(engines)(
  '%s: an invalid bulk change is refused with the name of the field, and nothing changes',
  async (engine) => {
    const { app, ana, ids, update, remove } = await world(3, engine)
    const before = await everyRow(app.database)
    const label = 'be a label of 1 to 30 letters, digits, - or _.'
    const refusedChanges: [unknown, string][] = [
      [{}, 'change must have at least 1 field.'],
      [null, 'change must be an object.'],
      [undefined, 'change is required.'],
      [[], 'change must be an object.'],
      [{ title: 'All the same' }, 'change.title is not a known field.'],
      [{ position: 1 }, 'change.position is not a known field.'],
      [{ labels: ['x'] }, 'change.labels is not a known field.'],
      [{ status: 'Open' }, 'change.status must be one of Pending, In Progress, Completed.'],
      [{ priority: '' }, 'change.priority must be one of Critical, High, Medium, Low.'],
      [{ dueDate: '2026-02-29' }, 'change.dueDate must be a day that exists, such as 2026-11-14.'],
      [{ addLabels: ['#x'] }, `change.addLabels.0 must ${label}`],
      [{ removeLabels: ['x', 'a b'] }, `change.removeLabels.1 must ${label}`],
      [{ addLabels: Array.from({ length: 11 }, (_, at) => `l${at}`) }, 'change.addLabels must have at most 10 items.'],
    ]
    for (const [change, message] of refusedChanges) {
      const { status, body } = await update(ids, change)
      expect([change, status, body]).toEqual([change, 400, { message, code: 'invalid_input' }])
    }
    const refusedIds: [unknown, string][] = [
      [[], 'ids must have at least 1 item.'],
      [Array(10_001).fill(ids[0]), 'ids must have at most 10000 items.'],
      [undefined, 'ids is required.'],
      [ids[0], 'ids must be a list.'],
      [[1], 'ids.0 must be a string.'],
      [[ids[0], ''], 'ids.1 must not be empty.'],
      [[ids[0], 'x'.repeat(65)], 'ids.1 must have at most 64 characters.'],
    ]
    for (const [list, message] of refusedIds) {
      for (const { status, body } of [await update(list, { priority: 'Low' }), await remove(list)]) {
        expect([status, body]).toEqual([400, { message, code: 'invalid_input' }])
      }
    }
    const owner = await ana.post('/tasks/bulkDeleteTasks', { ids, owner: 'bo' })
    expect([owner.status, owner.body.message]).toEqual([400, 'owner is not a known field.'])
    expect(await everyRow(app.database)).toEqual(before)
  },
)

test.for(engines)('%s: if one task would have too many labels, no task is changed', async (engine) => {
  const { app, ana, ids, update } = await world(3, engine)
  const nine = Array.from({ length: 9 }, (_, index) => `l${index}`)
  await ana.put('/tasks/updateTask/2', { labels: nine })
  const before = await everyRow(app.database)
  const { status, body } = await update(ids, { priority: 'Low', addLabels: ['x', 'y'] })
  expect([status, body]).toEqual([400, { message: 'Task #2 would have more than 10 labels.', code: 'invalid_input' }])
  expect(await everyRow(app.database)).toEqual(before)
  // Labels that a task already has or loses do not count.
  const full = await update(ids, { addLabels: ['l0', 'x', 'y'], removeLabels: ['l1'] })
  expect([full.status, full.body.tasks[1].labels]).toEqual([200, [...nine.filter((name) => name !== 'l1'), 'x', 'y']])
})

test.for(engines)('%s: a bulk change without effect records no change', async (engine) => {
  const { app, tasks, ids, update, sound } = await world(3, engine)
  const before = await everyRow(app.database)
  for (const change of [
    { status: 'Pending' },
    { dueDate: '2026-11-14', priority: 'Medium' },
    { addLabels: ['all'] },
    { removeLabels: ['never'] },
    { addLabels: [], removeLabels: [] },
  ]) {
    const { status, body } = await update(ids, change)
    expect([change, status, body]).toEqual([
      change,
      200,
      { message: '3 tasks updated.', tasks, change: null, seq: null },
    ])
  }
  expect(await everyRow(app.database)).toEqual(before)
  // If some tasks already have the value, only the others are changed.
  await update(ids.slice(0, 1), { priority: 'Low' })
  const { body } = await update(ids, { priority: 'Low' })
  expect([body.change, body.tasks.map(({ version }: Task) => version)]).toEqual([5, [2, 2, 2]])
  expect((await sound()).slice(4).map(({ task_id }) => task_id)).toEqual(ids.slice(1))
})

test.for(engines)(
  '%s: a hundred tasks are moved to the trash in one change, and one undo restores them',
  async (engine) => {
    const { ana, ids, remove, sound } = await world(100, engine)
    const kept = await addTask(ana)
    const before = await deckOf(ana)
    const { status, body } = await remove(ids)
    expect([status, body]).toEqual([200, { message: '100 tasks deleted.', change: 102, seq: 201 }])
    expect(await listTasks(ana)).toEqual([kept])
    expect(await found(ana, { label: 'all' })).toEqual([])
    expect((await trashOf(ana)).tasks.map(({ _id }) => _id).sort()).toEqual([...ids].sort())
    expect((await sound()).slice(101).map(({ change, kind }) => [change, kind])).toEqual(
      ids.map(() => [102, 'trashed']),
    )
    expect((await remove(ids)).status).toBe(404)
    expect((await undo(ana, 102)).status).toBe(200)
    expect(await deckOf(ana)).toEqual(before)
    await sound()
  },
)

test.for(engines)('%s: a bulk change is undone completely or not at all', async (engine) => {
  const { app, ana, ids, update, sound } = await world(3, engine)
  const { change } = (await update(ids, { priority: 'High' })).body
  await ana.put('/tasks/updateTask/2', { priority: 'Low' })
  const before = await everyRow(app.database)
  expect((await undo(ana, change)).status).toBe(409)
  expect(await everyRow(app.database)).toEqual(before)
  await sound()
})

test.for(engines)('%s: concurrent changes to the same tasks are all kept', async (engine) => {
  const { ana, ids, update, remove, sound } = await world(10, engine)
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, index) =>
      update(index % 2 ? ids : ids.toReversed(), { addLabels: [`l${index}`] }),
    ),
    ana.put('/tasks/updateTask/5', { title: 'Meanwhile' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
  for (const { labels } of await listTasks(ana)) expect(labels).toHaveLength(8)
  const removals = await Promise.all([remove(ids), remove(ids.toReversed()), update(ids, { priority: 'Low' })])
  expect(
    removals
      .slice(0, 2)
      .map(({ status }) => status)
      .sort(),
  ).toEqual([200, 404])
  expect(await listTasks(ana)).toEqual([])
  await sound()
})

test('a label is removed regardless of letter case', async () => {
  const { ids, update } = await world(1)
  expect((await update(ids, { removeLabels: ['ALL'] })).body.tasks[0].labels).toEqual(['own-1'])
})

test('a label that a task already has in another letter case does not count as a new one', async () => {
  const { ana, ids, update } = await world(1)
  await ana.put('/tasks/updateTask/1', { labels: [...'abcdefghij'] })
  expect((await update(ids, { addLabels: ['A'] })).status).toBe(200)
})
