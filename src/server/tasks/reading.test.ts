import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { statuses } from '../../contract/tasks.ts'

test.for(engines)('%s: a user without tasks gets an empty list, even if other users have tasks', async (engine) => {
  const app = await testApp({ engine })
  await addTask(app.as('bo'))
  for (const url of ['/tasks/getTasks', '/tasks/getTasks?status=', '/tasks/getTasks?status=Pending']) {
    const { status, text, headers } = await app.as('ana').get(url)
    expect([status, text]).toEqual([200, '{"tasks":[]}'])
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  }
})

test.for(engines)('%s: tasks are listed newest first, either all or those of one status', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  for (let round = 0; round < 3; round++) for (const status of statuses) await addTask(ana, { status })
  const numbers = async (query: string) => {
    const { status, body } = await ana.get(`/tasks/getTasks${query}`)
    expect([query, status, Object.keys(body)]).toEqual([query, 200, ['tasks']])
    return body.tasks.map((task: { number: number }) => task.number)
  }
  for (const all of ['', '?', '?status=', '?status']) expect(await numbers(all)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(await numbers('?status=Pending')).toEqual([7, 4, 1])
  for (const spelling of ['In%20Progress', 'In+Progress', '%49n%20Progress']) {
    expect(await numbers(`?status=${spelling}`)).toEqual([8, 5, 2])
  }
  expect(await numbers('?status=Completed')).toEqual([9, 6, 3])
})

test('a list with any other query is refused', async () => {
  const ana = (await testApp()).as('ana')
  await addTask(ana)
  const unknown = 'status must be one of "", Pending, In Progress, Completed.'
  const refused = [
    ['?status=Done', unknown],
    ['?status=pending', unknown],
    ['?status=Pending%20', unknown],
    ['?status=%27%20or%201=1--', unknown],
    ['?status=Pending&status=Pending', 'status must be a string.'],
    ['?status=&status=', 'status must be a string.'],
    ['?status[]=Pending', 'status[] is not a known field.'],
    ['?Status=Pending', 'Status is not a known field.'],
    ['?status=Pending&owner=bo', 'owner is not a known field.'],
    ['?__proto__=1', '__proto__ is not a known field.'],
  ]
  for (const [query, message] of refused) {
    const { status, body } = await ana.get(`/tasks/getTasks${query}`)
    expect([query, status, body]).toEqual([query, 400, { message, code: 'invalid_input' }])
  }
})

test.for(engines)('%s: a single task has its fields at the top level, and its files', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const task = await addTask(ana)
  for (const id of [task._id, '1', '%231']) {
    const { status, body } = await ana.get(`/tasks/task/${id}`)
    expect([status, body]).toEqual([200, { ...task, files: [] }])
  }
})

test.for(engines)('%s: a task that the user does not own is not found', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const task = await addTask(ana)
  const ids = [
    ...['0', '2', '999999999', '9999999999', '2147483648', '-1', '1.0', '1e0', '0x1', '%20', '1%20', '%23', '%23%231'],
    ...[
      task._id.toUpperCase(),
      task._id.slice(0, -1),
      `${task._id}0`,
      `%23${task._id}`,
      'undefined',
      'null',
      '%25',
      '*',
    ],
    ...['019a0000-0000-7000-8000-000000000000', '%F0%9F%99%82', "'%20or%20'1'='1", 'x'.repeat(64)],
  ]
  const absent = { message: 'That task does not exist.', code: 'not_found' }
  for (const id of ids) {
    for (const [method, path, payload] of [
      ['GET', 'task'],
      ['PUT', 'updateTask', { status: 'Completed' }],
      ['DELETE', 'deleteTask'],
    ] as const) {
      const { status, body } = await ana.send(method, `/tasks/${path}/${id}`, payload)
      expect([method, id, status, body]).toEqual([method, id, 404, absent])
    }
  }
  expect(await listTasks(ana)).toEqual([task])
})

test('an id that is too long is refused', async () => {
  const ana = (await testApp()).as('ana')
  for (const length of [65, 200, 201, 5_000]) {
    const { status, body } = await ana.get(`/tasks/task/${'x'.repeat(length)}`)
    expect([length, status, body.code]).toEqual([length, 400, 'invalid_input'])
  }
})
