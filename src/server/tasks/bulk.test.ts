import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'

const inputs = (count: number) => Array.from({ length: count }, (_, index) => taskInput({ title: `Task ${index + 1}` }))

test.for(engines)('%s: a bulk is created completely and in order', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana)
  const tasks = inputs(100).map((task, index) =>
    index === 7 ? { ...task, status: 'Completed', priority: 'Low' } : task,
  )
  const { status, body } = await ana.post('/tasks/bulkCreateTasks', { tasks })
  expect([status, Object.keys(body)]).toEqual([201, ['message', 'change', 'seq', 'tasks']])
  expect([body.message, body.change, body.seq]).toEqual(['100 tasks created.', 2, 101])
  const created: Task[] = body.tasks
  expect(created.map(({ number, title }) => [number, title])).toEqual(
    tasks.map(({ title }, index) => [index + 2, title]),
  )
  expect(created[0]).toMatchObject({ status: 'Pending', priority: 'Medium', dueDate: '2026-11-14T00:00:00.000Z' })
  expect(created[7]).toMatchObject({ status: 'Completed', priority: 'Low', completedAt: created[7]?.createdAt })
  expect((await listTasks(ana)).slice(0, 100)).toEqual(created.toReversed())
})

test('a bulk may contain a single task', async () => {
  const { status, body } = await (await testApp()).as('ana').post('/tasks/bulkCreateTasks', { tasks: inputs(1) })
  expect([status, body.message, body.tasks.length]).toEqual([201, '1 task created.', 1])
})

test('a bulk of 100 tasks may contain the longest texts', async () => {
  const ana = (await testApp()).as('ana')
  const longest = taskInput({ title: 'x'.repeat(taskLimits.title), description: 'y'.repeat(taskLimits.description) })
  expect((await ana.post('/tasks/bulkCreateTasks', { tasks: Array(100).fill(longest) })).status).toBe(201)
})

/** A hundred tasks, one of which is invalid. */
const with1Wrong = (index: number, fields: unknown) =>
  inputs(100).map((task, at) =>
    at === index ? (Array.isArray(fields) ? fields[0] : { ...task, ...(fields as object) }) : task,
  )

test.for(engines)('%s: an invalid task among a hundred is named, and nothing is created', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  const before = await everyRow(app.database)
  const refused = [
    [{ tasks: with1Wrong(3, { title: ' ' }) }, 'tasks.3.title must have 1 to 200 characters.'],
    [{ tasks: with1Wrong(3, { title: undefined }) }, 'tasks.3.title is required.'],
    [{ tasks: with1Wrong(99, { description: 7 }) }, 'tasks.99.description must be a string.'],
    [
      { tasks: with1Wrong(99, { dueDate: '2026-02-29' }) },
      'tasks.99.dueDate must be a day that exists, such as 2026-11-14.',
    ],
    [{ tasks: with1Wrong(0, { status: 'x' }) }, 'tasks.0.status must be one of Pending, In Progress, Completed.'],
    [{ tasks: with1Wrong(50, { priority: null }) }, 'tasks.50.priority must be a string.'],
    [{ tasks: with1Wrong(50, { number: 1 }) }, 'tasks.50.number is not a known field.'],
    [{ tasks: with1Wrong(98, ['Task']) }, 'tasks.98 must be an object.'],
    [{ tasks: with1Wrong(98, [null]) }, 'tasks.98 must be an object.'],
    [{ tasks: [] }, 'tasks must have at least 1 item.'],
    [{ tasks: inputs(101) }, 'tasks must have at most 100 items.'],
    [{ tasks: taskInput() }, 'tasks must be a list.'],
    [{}, 'tasks is required.'],
    [inputs(2), 'The body must be an object.'],
    [{ tasks: inputs(2), owner: 'bo' }, 'owner is not a known field.'],
  ] as const
  for (const [payload, message] of refused) {
    const { status, body } = await ana.post('/tasks/bulkCreateTasks', payload)
    expect([status, body]).toEqual([400, { message, code: 'invalid_input' }])
  }
  expect(await everyRow(app.database)).toEqual(before)
})

test.for(engines)('%s: a bulk that fails in the database leaves nothing and uses up no numbers', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  // A task with a number that has not been assigned yet: the third task of the bulk conflicts with it.
  await app.database.db.updateTable('tasks').set({ number: 4 }).where('id', '=', _id).execute()
  const before = await everyRow(app.database)
  const { status, body } = await ana.post('/tasks/bulkCreateTasks', { tasks: inputs(5) })
  expect([status, body.code]).toEqual([500, 'internal'])
  expect(JSON.stringify(body)).not.toMatch(/unique|constraint|tasks_by_number/i)
  expect(await everyRow(app.database)).toEqual(before)
  expect((await addTask(ana)).number).toBe(2)
})

test.for(engines)('%s: a failed bulk does not affect concurrent ones', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await bo.user()
  const { _id } = await addTask(ana)
  await app.database.db.updateTable('tasks').set({ number: 4 }).where('id', '=', _id).execute()
  const answers = await Promise.all(
    [bo, ana, bo, ana, bo].map((person) => person.post('/tasks/bulkCreateTasks', { tasks: inputs(10) })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 500, 201, 500, 201])
  expect((await listTasks(bo)).map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
  expect(await listTasks(ana)).toHaveLength(1)
})
