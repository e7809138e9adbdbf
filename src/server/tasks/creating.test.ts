import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { initialValues, withoutAbsent } from '../../contract/task-fields.ts'
import { priorities, statuses } from '../../contract/tasks.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const now = Date.UTC(2026, 10, 1, 12, 30)
const time = '2026-11-01T12:30:00.000Z'

test.for(engines)('%s: a new task is returned completely, with the default values', async (engine) => {
  const app = await testApp({ engine, dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const { status, body } = await ana.post('/tasks/createTask', {
    title: 'Write',
    description: 'All of it',
    dueDate: '2026-11-14',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Task created successfully!',
    task: {
      _id: expect.stringMatching(uuidV7),
      number: 1,
      ...withoutAbsent(initialValues),
      title: 'Write',
      description: 'All of it',
      priority: 'Medium',
      dueDate: '2026-11-14T00:00:00.000Z',
      status: 'Pending',
      version: 1,
      createdAt: time,
      updatedAt: time,
      completedAt: null,
      labels: [],
      position: 1,
      fileCount: 0,
    },
    change: 1,
    seq: 1,
  })
  expect(await listTasks(ana)).toEqual([body.task])
  expect((await ana.get(`/tasks/task/${body.task._id}`)).body).toEqual({ ...body.task, files: [] })
})

test.for(engines)(
  '%s: every status and priority can be chosen, and a task that starts as completed has a completion time',
  async (engine) => {
    const app = await testApp({ engine, dependencies: { clock: () => now } })
    const ana = app.as('ana')
    for (const status of statuses) {
      for (const priority of priorities) {
        const task = await addTask(ana, { status, priority })
        expect(task).toMatchObject({ status, priority, completedAt: status === 'Completed' ? time : null })
      }
    }
    expect(await listTasks(ana)).toHaveLength(statuses.length * priorities.length)
  },
)

test.for(engines)('%s: texts are trimmed, and their length is counted in characters after that', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  for (const letter of ['a', 'é', '漢', '🙂']) {
    const [title, description] = [letter.repeat(200), letter.repeat(10_000)]
    const task = await addTask(ana, { title: ` \n${title}\t`, description: `\r\n${description}  ` })
    expect([task.title, task.description]).toEqual([title, description])
    expect((await ana.get(`/tasks/task/${task.number}`)).body).toMatchObject({ title, description })
    const long = await ana.post('/tasks/createTask', taskInput({ title: `${title}${letter}` }))
    expect([long.status, long.body.message]).toEqual([400, 'title must have 1 to 200 characters.'])
    const longer = await ana.post('/tasks/createTask', taskInput({ description: `${description}${letter}` }))
    expect([longer.status, longer.body.message]).toEqual([400, 'description must have at most 10000 characters.'])
  }
  const inner = await addTask(ana, { title: 'two  words', description: 'one\n\n  two' })
  expect(inner).toMatchObject({ title: 'two  words', description: 'one\n\n  two' })
})

test.for(engines)('%s: a due date is returned as the same day, in either form', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  for (const day of ['2026-11-14', '2024-02-29', '0001-01-01', '9999-12-31', '1969-12-31']) {
    for (const dueDate of [day, `${day}T00:00:00.000Z`]) {
      const task = await addTask(ana, { dueDate })
      expect(task.dueDate).toBe(`${day}T00:00:00.000Z`)
      expect((await ana.get(`/tasks/task/${task._id}`)).body.dueDate).toBe(`${day}T00:00:00.000Z`)
      const row = await app.database.db.selectFrom('tasks').select('due_date').where('id', '=', task._id).execute()
      expect(row).toEqual([{ due_date: day }])
    }
  }
})

const noDay = 'dueDate must be a day that exists, such as 2026-11-14.'
const noTitle = 'title must have 1 to 200 characters.'

test('an invalid task is refused with the name of the field, and nothing is created', async () => {
  const ana = (await testApp()).as('ana')
  const refused = [
    [{ title: undefined }, 'title is required.'],
    [{ title: '' }, noTitle],
    [{ title: ' \n\t ' }, noTitle],
    [{ title: 1 }, 'title must be a string.'],
    [{ title: null }, 'title must be a string.'],
    [{ title: ['a'] }, 'title must be a string.'],
    [{ description: { a: 1 } }, 'description must be a string.'],
    [{ description: null }, 'description must be a string.'],
    [{ dueDate: 1_794_614_400_000 }, 'dueDate must be a string or null.'],
    [{ dueDate: '' }, noDay],
    [{ dueDate: '2026-02-29' }, noDay],
    [{ dueDate: '2026-02-30T00:00:00.000Z' }, noDay],
    [{ dueDate: '2026-11-14T10:00:00.000Z' }, noDay],
    [{ dueDate: '14.11.2026' }, noDay],
    [{ status: 'Done' }, 'status must be one of Pending, In Progress, Completed.'],
    [{ status: '' }, 'status must be one of Pending, In Progress, Completed.'],
    [{ status: null }, 'status must be a string.'],
    [{ priority: 'medium' }, 'priority must be one of Critical, High, Medium, Low.'],
    [{ priority: 2 }, 'priority must be a string.'],
    [{ number: 7 }, 'number is not a known field.'],
    [{ id: '1' }, 'id is not a known field.'],
    [{ user_id: 'bo' }, 'user_id is not a known field.'],
    [{ completedAt: time }, 'completedAt is not a known field.'],
  ] as const
  for (const [fields, message] of refused) {
    const { status, body } = await ana.post('/tasks/createTask', taskInput(fields))
    expect([fields, status, body]).toEqual([fields, 400, { message, code: 'invalid_input' }])
  }
  expect(await listTasks(ana)).toEqual([])
})
