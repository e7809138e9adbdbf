import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { TaskChange } from '../../contract/schemas/tasks.ts'
import { priorities, statuses } from '../../contract/tasks.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()

/** Ana with one task, and a clock that a test moves. */
async function world(engine: Engine = 'sqlite') {
  let now = at(0)
  const app = await testApp({ engine, dependencies: { clock: () => Date.parse(now) } })
  const ana = app.as('ana')
  const task = await addTask(ana)
  const change = (fields: object) => ana.put(`/tasks/updateTask/${task._id}`, fields)
  return { app, ana, task, change, atMinute: (minute: number) => (now = at(minute)) }
}

test.for(engines)(
  '%s: every editable field can be changed, alone or with others, and the rest stays unchanged',
  async (engine) => {
    const { ana, task, change, atMinute } = await world(engine)
    const changes: [TaskChange, object?][] = [
      [{ status: 'In Progress' }, { startedAt: at(1) }],
      [{ priority: 'Critical' }],
      [{ dueDate: '2028-02-29' }, { dueDate: '2028-02-29T00:00:00.000Z' }],
      [{ dueDate: '2026-12-24T00:00:00.000Z' }],
      [{ title: '  New title\n' }, { title: 'New title' }],
      [{ description: '\tNew description ' }, { description: 'New description' }],
      [
        {
          status: 'Pending',
          priority: 'Low',
          dueDate: '2026-01-01T00:00:00.000Z',
          title: 'All',
          description: 'at once',
        },
        { startedAt: undefined },
      ],
    ]
    let expected: object = task
    for (const [index, [fields, result]] of changes.entries()) {
      atMinute(index + 1)
      expected = { ...expected, ...fields, ...result, version: index + 2, updatedAt: at(index + 1) }
      const { status, body } = await change(fields)
      const answer = { message: 'Task updated successfully!', task: expected, change: index + 2, seq: index + 2 }
      expect([status, body]).toEqual([200, answer])
      expect((await ana.get(`/tasks/task/${task._id}`)).body).toEqual({ ...expected, files: [] })
    }
    expect(await listTasks(ana)).toEqual([expected])
  },
)

test.for(engines)('%s: a task has a completion time for as long as it is completed', async (engine) => {
  const { change, atMinute } = await world(engine)
  const completedAt = async (minute: number, fields: TaskChange) => {
    atMinute(minute)
    return (await change(fields)).body.task.completedAt
  }
  expect(await completedAt(1, { priority: 'High' })).toBeNull()
  expect(await completedAt(2, { status: 'Completed' })).toBe(at(2))
  expect(await completedAt(3, { status: 'Completed' })).toBe(at(2))
  expect(await completedAt(4, { title: 'Done, and renamed' })).toBe(at(2))
  expect(await completedAt(5, { status: 'In Progress' })).toBeNull()
  expect(await completedAt(6, { dueDate: '2026-11-30' })).toBeNull()
  expect(await completedAt(7, { status: 'Completed', priority: 'Low' })).toBe(at(7))
})

test.for(engines)('%s: a task has the time when it was started until it is pending again', async (engine) => {
  const { change, atMinute } = await world(engine)
  const startedAt = async (minute: number, fields: TaskChange) => {
    atMinute(minute)
    return (await change(fields)).body.task.startedAt
  }
  expect(await startedAt(1, { priority: 'High' })).toBeUndefined()
  expect(await startedAt(2, { status: 'In Progress' })).toBe(at(2))
  expect(await startedAt(3, { status: 'In Progress', startDate: '2026-11-30' })).toBe(at(2))
  expect(await startedAt(4, { status: 'Completed' })).toBe(at(2))
  // Work goes on where it was.
  expect(await startedAt(5, { status: 'In Progress' })).toBe(at(2))
  expect(await startedAt(6, { status: 'Pending' })).toBeUndefined()
  expect(await startedAt(7, { status: 'Completed' })).toBeUndefined()
  expect(await startedAt(8, { status: 'In Progress' })).toBe(at(8))
})

test.for(engines)('%s: values that a task already has cause no new version and no event', async (engine) => {
  const { ana, task, change, atMinute } = await world(engine)
  atMinute(1)
  for (const fields of [
    { title: task.title },
    { title: `  ${task.title}\n`, description: task.description },
    { dueDate: '2026-11-14' },
    { dueDate: '2026-11-14T00:00:00.000Z', status: 'Pending', priority: 'Medium' },
  ]) {
    const { status, body } = await change(fields)
    expect([status, body]).toEqual([200, { message: 'Task updated successfully!', task, change: null, seq: null }])
  }
  expect(await listTasks(ana)).toEqual([task])
  // No number was used up either.
  expect((await change({ title: task.title, priority: 'Low' })).body).toMatchObject({
    task: { version: 2, priority: 'Low' },
    change: 2,
    seq: 2,
  })
  const { events } = (await ana.get(`/tasks/task/${task._id}/history`)).body
  expect(events.map((event: TaskEvent) => [event.seq, event.kind, event.after])).toEqual([
    [2, 'updated', { priority: 'Low' }],
    [1, 'created', task],
  ])
})

test('every status and priority can follow every other', async () => {
  const { change } = await world()
  for (const from of statuses) {
    for (const to of statuses) {
      await change({ status: from })
      expect((await change({ status: to })).body.task.status).toBe(to)
    }
  }
  for (const priority of priorities) expect((await change({ priority })).body.task.priority).toBe(priority)
})

test('an invalid change is refused with the name of the field, and nothing changes', async () => {
  const { ana, task, change } = await world()
  const refused = [
    [{}, 'The body must have at least 1 field.'],
    [[], 'The body must be an object.'],
    [{ title: ' ' }, 'title must have 1 to 200 characters.'],
    [{ title: '🙂'.repeat(201) }, 'title must have 1 to 200 characters.'],
    [{ description: 'x'.repeat(10_001) }, 'description must have at most 10000 characters.'],
    [{ dueDate: '2027-02-29' }, 'dueDate must be a day that exists, such as 2026-11-14.'],
    [{ dueDate: '' }, 'dueDate must be a day that exists, such as 2026-11-14.'],
    [{ dueDate: 0 }, 'dueDate must be a string or null.'],
    [{ status: 'Open' }, 'status must be one of Pending, In Progress, Completed.'],
    [{ status: 'Completed', priority: '' }, 'priority must be one of Critical, High, Medium, Low.'],
    [{ status: 'Completed', number: 2 }, 'number is not a known field.'],
    [{ status: 'Completed', version: 1 }, 'version is not a known field.'],
    [{ status: 'Completed', user_id: 'bo' }, 'user_id is not a known field.'],
    [{ status: 'Completed', completed_at: null }, 'completed_at is not a known field.'],
  ] as const
  for (const [fields, message] of refused) {
    const { status, body } = await change(fields)
    expect([fields, status, body]).toEqual([fields, 400, { message, code: 'invalid_input' }])
  }
  expect(await listTasks(ana)).toEqual([task])
})

test.for(engines)('%s: twenty concurrent changes are all kept', async (engine) => {
  const { ana, task, change } = await world(engine)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      change(index % 2 ? { title: `Title ${index}` } : { description: `Description ${index}` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect((await ana.get(`/tasks/task/${task._id}`)).body).toMatchObject({ version: 21 })
  const numbers = answers.map(({ body }) => body.change).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 2))
})

test.for(engines)('%s: a deleted task is found only in the trash, and other tasks stay', async (engine) => {
  const { app, ana, task } = await world(engine)
  const kept = await addTask(ana)
  const others = await addTask(app.as('bo'))
  const { status, body } = await ana.delete(`/tasks/deleteTask/${task._id}`)
  expect([status, body]).toEqual([200, { message: 'Task deleted successfully!', change: 3, seq: 3 }])
  expect((await ana.delete(`/tasks/deleteTask/${task._id}`)).status).toBe(404)
  expect((await ana.delete('/tasks/deleteTask/1')).status).toBe(404)
  expect((await ana.get(`/tasks/task/${task._id}`)).status).toBe(404)
  expect((await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Pending' })).status).toBe(404)
  expect(await listTasks(ana)).toEqual([kept])
  expect((await ana.get('/tasks/trash')).body.tasks).toMatchObject([{ _id: task._id, title: task.title }])
  expect(await listTasks(app.as('bo'))).toEqual([others])
})
