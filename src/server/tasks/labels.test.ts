import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'

/** Ana with one task that has two labels. */
async function world(engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana, { labels: ['auth', 'web'] })
  const label = (labels: unknown) => ana.put(`/tasks/updateTask/${task._id}`, { labels })
  return { app, ana, task, label }
}

test.for(engines)('%s: a task is created with labels, and without any by default', async (engine) => {
  const { ana, task } = await world(engine)
  expect(task.labels).toEqual(['auth', 'web'])
  const { labels, ...plain } = await addTask(ana)
  expect(labels).toEqual([])
  const { body } = await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput({ labels: ['x'] }), taskInput()] })
  expect([body.tasks[0].labels, body.tasks[1].labels]).toEqual([['x'], []])
  expect((await ana.get(`/tasks/task/${task._id}`)).body.labels).toEqual(['auth', 'web'])
  expect((await listTasks(ana)).map((one) => one.labels)).toEqual([[], ['x'], [], ['auth', 'web']])
  expect((await ana.get(`/tasks/task/${plain._id}`)).body.labels).toEqual([])
})

test.for(engines)('%s: labels are replaced as a whole and keep their order', async (engine) => {
  const { app, ana, task, label } = await world(engine)
  for (const labels of [['web', 'auth'], ['größe', '日本語', 'a-b_c', '2026', '9'], [], ['web']]) {
    expect((await label(labels)).body.task.labels).toEqual(labels)
    expect((await ana.get(`/tasks/task/${task._id}`)).body.labels).toEqual(labels)
  }
  await expectSoundLog(app.database, (await ana.user())._id)
})

test('labels are stored in lower case without duplicates, and exact duplicates are refused', async () => {
  const { ana, label } = await world()
  expect((await addTask(ana, { labels: ['Web', 'ÄRGER'] })).labels).toEqual(['web', 'ärger'])
  expect((await label(['B', 'A', 'b', 'a', 'C'])).body.task.labels).toEqual(['b', 'a', 'c'])
  expect((await label(['b', 'b'])).body).toEqual({
    message: 'labels must not contain duplicates.',
    code: 'invalid_input',
  })
})

test('the length of a label and the number of labels of a task are limited', async () => {
  const { label } = await world()
  const longest = 'x'.repeat(taskLimits.label)
  const most = Array.from({ length: taskLimits.labels }, (_, index) => `${longest.slice(2)}-${index}`)
  expect((await label([longest])).body.task.labels).toEqual([longest])
  expect((await label(most)).body.task.labels).toEqual(most)
})

test.for(engines)('%s: an invalid label is refused by name, and nothing changes', async (engine) => {
  const { app, ana, label } = await world(engine)
  const before = await everyRow(app.database)
  const shape = 'must be a label of 1 to 30 letters, digits, - or _.'
  const refused: [unknown, string][] = [
    ...['', ' ', '#web', 'a b', ' web', 'web\n', 'a,b', '%', '-a', '_a', '🙂', '"', 'a"b', "a'b", 'a\\b'].map(
      (wrong): [unknown, string] => [[wrong], `labels.0 ${shape}`],
    ),
    [['fine', 'x'.repeat(31)], `labels.1 ${shape}`],
    [['fine', 7], 'labels.1 must be a string.'],
    [[null], 'labels.0 must be a string.'],
    ['web', 'labels must be a list.'],
    [null, 'labels must be a list.'],
    [{ 0: 'web' }, 'labels must be a list.'],
    [Array.from({ length: 11 }, (_, index) => `l${index}`), 'labels must have at most 10 items.'],
    [['a', 'b', 'a'], 'labels must not contain duplicates.'],
  ]
  for (const [labels, message] of refused) {
    for (const { status, body } of [await label(labels), await ana.post('/tasks/createTask', taskInput({ labels }))]) {
      expect([labels, status, body]).toEqual([labels, 400, { message, code: 'invalid_input' }])
    }
  }
  const bulk = await ana.post('/tasks/bulkCreateTasks', { tasks: [taskInput(), taskInput({ labels: ['a b'] })] })
  expect([bulk.status, bulk.body.message]).toEqual([400, `tasks.1.labels.0 ${shape}`])
  expect(await everyRow(app.database)).toEqual(before)
})

test.for(engines)('%s: the filter matches the whole label, regardless of letter case', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  for (const labels of [['a_b'], ['axb'], ['a-b'], ['a'], ['ab', 'a_b'], ['ärger'], ['arger'], ['日本'], []]) {
    await addTask(ana, { title: 'a_b', description: 'a axb ärger', labels })
  }
  const expected = { a_b: [5, 1], A_B: [5, 1], axb: [2], 'a-b': [3], a: [4], ab: [5], b: [], a__: [] }
  for (const [label, numbers] of Object.entries({ ...expected, ÄRGER: [6], arger: [7], 日本: [8], 日: [] })) {
    expect([label, await found(ana, { label })]).toEqual([label, numbers])
  }
  for (const label of ['%', '', '#a', 'a b', '"a"', 'x'.repeat(31)]) {
    const { status, body } = await ana.get(`/tasks/getTasks?label=${encodeURIComponent(label)}`)
    expect([label, status, body.code]).toEqual([label, 400, 'invalid_input'])
  }
})

test.for(engines)('%s: the history contains the old and new labels, and undo and redo restore them', async (engine) => {
  const { app, ana, task, label } = await world(engine)
  await label(['web', 'urgent'])
  await ana.put(`/tasks/updateTask/${task._id}`, { labels: [], priority: 'Low' })
  const events = await historyOf(ana, task._id)
  expect(events.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['updated', { labels: ['web', 'urgent'], priority: 'Medium' }, { labels: [], priority: 'Low' }],
    ['updated', { labels: ['auth', 'web'] }, { labels: ['web', 'urgent'] }],
    ['created', null, task],
  ])
  const labels = async () => (await ana.get(`/tasks/task/${task._id}`)).body.labels
  for (const [step, expected] of [
    [undo, ['web', 'urgent']],
    [undo, ['auth', 'web']],
    [redo, ['web', 'urgent']],
    [redo, []],
  ] as const) {
    expect((await step(ana)).status).toBe(200)
    expect(await labels()).toEqual(expected)
  }
  expect(await found(ana, { label: 'urgent' })).toEqual([])
  await expectSoundLog(app.database, (await ana.user())._id)
})

test.for(engines)('%s: the labels that a task already has cause no change', async (engine) => {
  const { app, ana, task, label } = await world(engine)
  const before = await everyRow(app.database)
  for (const labels of [
    ['auth', 'web'],
    ['AUTH', 'Web'],
    ['auth', 'web', 'WEB'],
  ]) {
    const { status, body } = await label(labels)
    expect([status, body]).toEqual([200, { message: 'Task updated successfully!', task, change: null, seq: null }])
  }
  expect(await everyRow(app.database)).toEqual(before)
  expect((await historyOf(ana, task._id)).length).toBe(1)
})

test('duplicate labels of a new task are removed regardless of letter case', async () => {
  const { ana } = await world()
  expect((await addTask(ana, { labels: ['A', 'a', 'b'] })).labels).toEqual(['a', 'b'])
})

test('a label is accepted in the form in which it was returned', async () => {
  const { label } = await world()
  const { labels } = (await label(['İstanbul'])).body.task
  expect((await label(labels)).status).toBe(200)
})

test('a label may have 30 characters, however many code units they take', async () => {
  const { label } = await world()
  expect((await label(['𠮷'.repeat(30)])).status).toBe(200)
})
