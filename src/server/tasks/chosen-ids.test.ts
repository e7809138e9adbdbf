import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'

async function world(engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const createMany = (...ids: (string | undefined)[]) =>
    ana.post('/tasks/bulkCreateTasks', { tasks: ids.map((_id) => taskInput(_id ? { _id } : {})) })
  return { ...app, ana, bo, createMany }
}

const taken = (id: string) => ({
  message: `You already have or had a task with the id ${id}. Nothing was created.`,
  code: 'conflict',
})

test.for(engines)('%s: a client can choose the ids of new tasks, and the server numbers them', async (engine) => {
  const { ana, createMany } = await world(engine)
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await addTask(ana, { _id: one })).toMatchObject({ _id: one, number: 1, version: 1 })
  const { status, body } = await createMany(two, undefined, three)
  expect([status, body.tasks]).toMatchObject([201, [{ _id: two, number: 2 }, { number: 3 }, { _id: three, number: 4 }]])
  expect((await ana.get(`/tasks/task/${three}`)).body.number).toBe(4)
  expect(await listTasks(ana)).toHaveLength(4)
})

test.for(engines)('%s: an id that the owner has or had is refused, and nothing is created', async (engine) => {
  const { ana, createMany, database } = await world(engine)
  const [present, trashed, purged] = [randomUUID(), randomUUID(), randomUUID()]
  for (const _id of [present, trashed, purged]) await addTask(ana, { _id })
  await ana.delete(`/tasks/deleteTask/${trashed}`)
  await ana.delete(`/tasks/deleteTask/${purged}`)
  await ana.delete(`/tasks/trash/${purged}`)
  const fresh = randomUUID()
  const before = await everyRow(database)
  for (const id of [present, trashed, purged]) {
    const single = await ana.post('/tasks/createTask', taskInput({ _id: id }))
    const many = await createMany(fresh, id)
    expect([single.status, single.body, many.status, many.body]).toEqual([409, taken(id), 409, taken(id)])
  }
  const twice = await createMany(fresh, undefined, fresh)
  expect([twice.status, twice.body]).toEqual([
    409,
    { message: `The id ${fresh} is given twice. Nothing was created.`, code: 'conflict' },
  ])
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: of concurrent calls with the same id, one creates the task', async (engine) => {
  const { ana } = await world(engine)
  const _id = randomUUID()
  await ana.user()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ana.post('/tasks/createTask', taskInput({ _id }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
})

test.for(engines)("%s: another user's id neither collides nor shows that it exists", async (engine) => {
  const { ana, bo } = await world(engine)
  const _id = randomUUID()
  await addTask(ana, { _id, title: 'Of ana' })
  expect(await addTask(bo, { _id, title: 'Of bo' })).toMatchObject({ _id, number: 1, title: 'Of bo' })
  await bo.delete(`/tasks/deleteTask/${_id}`)
  expect((await ana.get(`/tasks/task/${_id}`)).body.title).toBe('Of ana')
})

test('an id that is not a UUID in lower case is refused', async () => {
  const { ana, createMany } = await world()
  const good = randomUUID()
  for (const id of ['1', '#1', 'none', good.toUpperCase(), good.replaceAll('-', ''), `${good}0`, `{${good}}`]) {
    const { status, body } = await createMany(id)
    expect([id, status, body]).toEqual([
      id,
      400,
      {
        message: 'tasks.0._id must be a UUID in lower case, such as 0198a3c2-7d1e-7abc-8def-0123456789ab.',
        code: 'invalid_input',
      },
    ])
  }
  expect((await ana.post('/tasks/createTask', taskInput({ _id: '' }))).status).toBe(400)
  expect(await listTasks(ana)).toEqual([])
})
