import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { everyRow } from '../../../test/rows.ts'
import { listTasks, taskInput } from '../../../test/tasks.ts'
import type { Task } from '../../contract/schemas/tasks.ts'

/** Ana with this many tasks of version 1, and a bulk change that may be based on versions of them. */
async function world(count: number, engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const inputs = Array.from({ length: count }, () => taskInput({ labels: ['all'] }))
  const tasks: Task[] = (await ana.post('/tasks/bulkCreateTasks', { tasks: inputs })).body.tasks
  const ids = tasks.map(({ _id }) => _id)
  return {
    ...app,
    ...{ ana, ids },
    put: async (number: number, fields: object): Promise<Task> =>
      (await ana.put(`/tasks/updateTask/${number}`, fields)).body.task,
    update: (change: object, versions?: unknown) => ana.post('/tasks/bulkUpdateTasks', { ids, change, versions }),
    /** The same version for each task. */
    all: (version: number) => Object.fromEntries(ids.map((id) => [id, version])),
    sound: async () => expectSoundLog(app.database, (await ana.user())._id),
  }
}

test.for(engines)('%s: a bulk change is merged with changes of other fields, one undo for all', async (engine) => {
  const { ana, put, update, all, sound } = await world(3, engine)
  await put(1, { title: 'Theirs', labels: ['theirs'] })
  await put(2, { priority: 'Low' })
  await put(2, { priority: 'Medium' })
  await put(3, { priority: 'High' })
  const { status, body } = await update({ priority: 'High', addLabels: ['mine'], removeLabels: ['all'] }, all(1))
  expect([status, body.message]).toEqual([200, '3 tasks updated.'])
  expect(body.tasks).toMatchObject([
    { title: 'Theirs', priority: 'High', labels: ['theirs', 'mine'], version: 3 },
    { priority: 'High', labels: ['mine'], version: 4 },
    { priority: 'High', labels: ['mine'], version: 3 },
  ])
  await ana.post('/tasks/undo')
  const priorities = (await listTasks(ana)).map(({ priority }) => priority)
  expect(priorities).toEqual(['High', 'Medium', 'Medium'])
  await sound()
})

test.for(engines)(
  '%s: if fields of some tasks conflict, all of them are listed and no task is changed',
  async (engine) => {
    const { put, update, all, database } = await world(7, engine)
    const conflicts = []
    for (const number of [1, 3, 4, 5, 7]) {
      const task = await put(number, { status: 'Completed', ...(number === 3 ? { priority: 'Low' } : {}) })
      const base = number === 3 ? { priority: 'Medium', status: 'Pending' } : { status: 'Pending' }
      conflicts.push({ task, fields: Object.keys(base), base })
    }
    await put(2, { title: 'Theirs' })
    const before = await everyRow(database)
    const { status, body } = await update({ status: 'In Progress', priority: 'High', addLabels: ['mine'] }, all(1))
    expect([status, body]).toEqual([
      412,
      {
        message:
          'The status of task #1, the priority and status of task #3, the status of task #4, and fields of 2 other tasks were changed in the meantime. Nothing was overwritten.',
        code: 'changed_meanwhile',
        task: conflicts[0]?.task,
        conflicts,
      },
    ])
    expect(await everyRow(database)).toEqual(before)
  },
)

test('every conflict of a hundred tasks is listed', async () => {
  const { ids, update, all } = await world(100)
  await update({ status: 'Completed' })
  const { status, body } = await update({ status: 'In Progress' }, all(1))
  expect([status, body.conflicts.map(({ task }: { task: Task }) => task._id)]).toEqual([412, ids])
})

test.for(engines)('%s: tasks without a version are changed whatever they are now', async (engine) => {
  const { ids, put, update } = await world(2, engine)
  for (const number of [1, 2]) await put(number, { status: 'Completed' })
  for (const versions of [undefined, {}, { [ids[0] as string]: 2 }]) {
    const { status } = await update({ status: 'In Progress' }, versions)
    expect([versions, status]).toEqual([versions, 200])
    for (const number of [1, 2]) await put(number, { status: 'Completed' })
  }
  // A number names a task like an id does. If both do, the older version counts.
  const { version } = await put(2, { title: 'Current' })
  for (const versions of [{ 2: 1 }, { '#2': 1 }, { [ids[1] as string]: 1, 2: version }, { '#2': version, 2: 1 }]) {
    const { status, body } = await update({ status: 'In Progress' }, versions)
    expect([status, body.conflicts?.length, body.task?.number]).toEqual([412, 1, 2])
  }
})

test('invalid versions are refused, and nothing changes', async () => {
  const { ids, update, database } = await world(2)
  const [id = ''] = ids
  const before = await everyRow(database)
  const refused: [unknown, string][] = [
    [[1], 'versions must be an object.'],
    [null, 'versions must be an object.'],
    [{ [id]: '1' }, `versions.${id} must be an integer.`],
    [{ [id]: 1.5 }, `versions.${id} must be an integer.`],
    [{ [id]: -1 }, `versions.${id} must be at least 0.`],
    [{ 3: 1 }, 'versions must name only tasks that are in ids.'],
    [{ [`${id}x`]: 1 }, 'versions must name only tasks that are in ids.'],
  ]
  for (const [versions, message] of refused) {
    const { status, body } = await update({ priority: 'Low' }, versions)
    expect([versions, status, body]).toEqual([versions, 400, { message, code: 'invalid_input' }])
  }
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: a bulk change or deletion names the tasks that are in the trash', async (engine) => {
  const { ana, ids, update, database } = await world(4, engine)
  await ana.post('/tasks/bulkDeleteTasks', { ids: ids.slice(0, 2) })
  const before = await everyRow(database)
  const remove = (list: (string | undefined)[]) => ana.post('/tasks/bulkDeleteTasks', { ids: list })
  const trashed = { code: 'not_found', trashed: true }
  for (const { status, body } of [await update({ priority: 'Low' }), await remove([...ids, '1'])]) {
    const message = '2 of these tasks are in the trash. Restore them first.'
    expect([status, body]).toEqual([404, { ...trashed, message, ids: ids.slice(0, 2) }])
  }
  const one = await remove([ids[3], '#2'])
  const message = 'That task is in the trash. Restore it first.'
  expect([one.status, one.body]).toEqual([404, { ...trashed, message, ids: [ids[1]] }])
  // A task that is gone cannot be restored, so the others do not matter.
  const gone = await remove([ids[0], '999', ids[3], '#998'])
  const missing = { message: '2 of these tasks do not exist.', ids: ['999', '#998'] }
  expect([gone.status, gone.body]).toEqual([404, { ...missing, code: 'not_found' }])
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)(
  '%s: of concurrent bulk changes of the same version, exactly one of those that set the same field succeeds',
  async (engine) => {
    const { ana, update, all, sound } = await world(5, engine)
    const answers = await Promise.all([
      update({ status: 'Completed' }, all(1)),
      update({ status: 'In Progress' }, all(1)),
      update({ priority: 'Low' }, all(1)),
      update({ addLabels: ['x'] }, all(1)),
    ])
    expect(answers.slice(2).map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = answers.map(({ status }) => status)
    expect([first, second].sort()).toEqual([200, 412])
    for (const task of await listTasks(ana)) {
      expect(task).toMatchObject({
        status: first === 200 ? 'Completed' : 'In Progress',
        priority: 'Low',
        labels: ['all', 'x'],
      })
    }
    await sound()
  },
)
