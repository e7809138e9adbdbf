import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { credentials } from '../../../test/people.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import type { Task } from '../../contract/schemas/tasks.ts'

const numbersOf = (tasks: Task[]) => tasks.map((task) => task.number)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.for(engines)('%s: tasks are numbered per owner, starting at 1', async (engine) => {
  const app = await testApp({ engine })
  for (const number of [1, 2, 3]) {
    for (const name of ['ana', 'bo']) expect((await addTask(app.as(name), { title: name })).number).toBe(number)
  }
  for (const name of ['ana', 'bo']) {
    for (const id of ['2', '%232']) {
      expect((await app.as(name).get(`/tasks/task/${id}`)).body).toMatchObject({ number: 2, title: name })
    }
  }
})

test.for(engines)('%s: a number is accepted wherever an id is', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const tasks = [await addTask(ana), await addTask(ana), await addTask(ana)]
  for (const [index, id] of ['2', '%232'].entries()) {
    expect((await ana.get(`/tasks/task/${id}`)).body._id).toBe(tasks[1]?._id)
    const { status, body } = await ana.put(`/tasks/updateTask/${id}`, { title: `By ${id}` })
    expect([status, body.task._id, body.task.version]).toEqual([200, tasks[1]?._id, index + 2])
  }
  expect((await ana.delete('/tasks/deleteTask/2')).status).toBe(200)
  expect((await ana.delete('/tasks/deleteTask/%233')).status).toBe(200)
  expect(await listTasks(ana)).toEqual([tasks[0]])
})

test.for(engines)('%s: the number of a deleted task is never reused', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  for (const _ of upTo(3)) await addTask(ana)
  await ana.delete('/tasks/deleteTask/3')
  expect((await addTask(ana)).number).toBe(4)
  for (const number of [1, 2, 4]) await ana.delete(`/tasks/deleteTask/${number}`)
  expect(await listTasks(ana)).toEqual([])
  expect((await addTask(ana)).number).toBe(5)
})

test.for(engines)('%s: twenty tasks that are created concurrently have different numbers', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await ana.user()
  const bulk = { tasks: [taskInput(), taskInput(), taskInput()] }
  const answers = await Promise.all(
    upTo(20).map((index) =>
      index % 4 ? ana.post('/tasks/createTask', taskInput()) : ana.post('/tasks/bulkCreateTasks', bulk),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  const listed = await listTasks(ana)
  expect(numbersOf(listed).sort((a, b) => a - b)).toEqual(upTo(30))
  for (const { body } of answers) {
    const numbers: number[] = body.tasks ? numbersOf(body.tasks) : [body.task.number]
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  }
})

test('postgres: two servers on one PostgreSQL never assign the same number', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const [first, second] = [await testApp({ config: { databaseUrl } }), await testApp({ config: { databaseUrl } })]
  const here = first.as('ana')
  await here.user()
  const there = second.visitor()
  await there.post('/auth/login', credentials('ana'))
  const answers = await Promise.all(
    upTo(20).map((index) => (index % 2 ? here : there).post('/tasks/createTask', taskInput())),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(numbersOf(await listTasks(here)).sort((a, b) => a - b)).toEqual(upTo(20))
  expect(await listTasks(there)).toEqual(await listTasks(here))
})

test.for(engines)('%s: ids increase with time, even within a bulk', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const bulk = async () =>
    (await ana.post('/tasks/bulkCreateTasks', { tasks: upTo(100).map(() => taskInput()) })).body.tasks
  const before = Date.now()
  const tasks: Task[] = [await addTask(ana), ...(await bulk()), await addTask(ana), ...(await bulk())]
  const ids = tasks.map((task) => task._id)
  expect(ids).toEqual([...ids].sort())
  expect(numbersOf(tasks)).toEqual(upTo(202))
  expect(numbersOf(await listTasks(ana))).toEqual(upTo(202).reverse())
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16))
  expect(Math.min(...times)).toBeGreaterThanOrEqual(before)
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now())
})
