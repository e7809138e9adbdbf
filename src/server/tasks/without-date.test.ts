import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { historyOf, redo, undo } from '../../../test/history.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'

const day = '2026-11-14T00:00:00.000Z'

test.for(engines)('%s: a task needs neither a due date nor a description', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const bare = await ana.post('/tasks/createTask', { title: 'Think' })
  expect([bare.status, bare.body.task]).toMatchObject([201, { title: 'Think', dueDate: null, description: '' }])
  const many = await ana.post('/tasks/bulkCreateTasks', {
    tasks: [{ title: 'Rest', dueDate: null, description: '  \n' }, taskInput()],
  })
  expect(many.body.tasks).toMatchObject([{ dueDate: null, description: '' }, { dueDate: day }])
  expect(await listTasks(ana)).toMatchObject([{ dueDate: day }, { dueDate: null }, { dueDate: null }])
  const { task } = bare.body
  expect((await ana.get('/tasks/task/1')).body).toEqual({ ...task, files: [] })
  // The column cannot be null: see decision 037.
  const rows = await app.database.db.selectFrom('tasks').select('due_date').orderBy('number').execute()
  expect(rows.map(({ due_date }) => due_date)).toEqual(['', '', '2026-11-14'])
  const { tasks } = (await ana.get('/auth/export')).body
  expect(tasks.at(-1)).toEqual(task)
})

test.for(engines)(
  '%s: a due date can be removed and set, for one or many tasks, and this can be undone',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    const [first, second] = [await addTask(ana), await addTask(ana, { description: 'Words' })]
    expect(await found(ana, { due: 'none' })).toEqual([])

    const removed = await ana.put('/tasks/updateTask/1', { dueDate: null })
    expect(removed.body.task).toMatchObject({ dueDate: null, version: 2 })
    expect(await found(ana, { due: 'none' })).toEqual([1])
    expect(await found(ana, { dueTo: '9999-12-31' })).toEqual([2])
    expect((await ana.put('/tasks/updateTask/1', { dueDate: null })).body.change).toBeNull()

    await ana.post('/tasks/bulkUpdateTasks', { ids: ['1', '2'], change: { dueDate: null } })
    expect(await found(ana, { due: 'none' })).toEqual([2, 1])
    await undo(ana)
    expect((await listTasks(ana)).map(({ dueDate }) => dueDate)).toEqual([day, null])
    await undo(ana)
    expect((await listTasks(ana)).map(({ dueDate }) => dueDate)).toEqual([day, day])
    await redo(ana)
    expect((await historyOf(ana, first._id)).map(({ before, after }) => [before?.dueDate, after?.dueDate])).toEqual([
      [day, null],
      [null, day],
      [day, null],
      [undefined, day],
    ])

    await ana.put('/tasks/updateTask/2', { description: '' })
    expect((await historyOf(ana, second._id))[0]).toMatchObject({
      before: { description: 'Words' },
      after: { description: '' },
    })
    await undo(ana)
    expect((await ana.get('/tasks/task/2')).body.description).toBe('Words')
  },
)

test.for(engines)('%s: removing a due date is merged like every other change', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana)
  const change = (values: object, version: number) =>
    ana.send('PUT', '/tasks/updateTask/1', values, { headers: { 'if-match': `"${version}"` } })
  await change({ dueDate: null }, 1)
  expect((await change({ priority: 'High' }, 1)).body.task).toMatchObject({ dueDate: null, priority: 'High' })
  expect((await change({ dueDate: null }, 1)).status).toBe(200)
  const refused = await change({ dueDate: '2026-12-24' }, 1)
  expect([refused.status, refused.body.message, refused.body.conflicts]).toEqual([
    412,
    'The due date of task #1 was changed in the meantime. Nothing was overwritten.',
    [{ task: expect.objectContaining({ dueDate: null }), fields: ['dueDate'], base: { dueDate: day } }],
  ])
})
