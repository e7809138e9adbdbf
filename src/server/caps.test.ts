import { expect, test } from 'vitest'
import { engines } from '../../test/database.ts'
import { redo, undo } from '../../test/history.ts'
import { everyRow } from '../../test/rows.ts'
import { addTask, listTasks, taskInput } from '../../test/tasks.ts'
import { uploadApp } from '../../test/uploads.ts'

test.for(engines)('%s: a user has at most MAX_TASKS tasks, including those in the trash', async (engine) => {
  const { as } = await uploadApp({ engine, config: { maxTasks: 3 } })
  const [ana, bo] = [as('ana'), as('bo')]
  const add = (count: number) => ana.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(taskInput()) })
  await add(2)
  const refused = await add(2)
  expect([refused.status, refused.body]).toEqual([
    413,
    {
      message: 'You would exceed the limit of 3 tasks, including the trash. Delete some and empty the trash first.',
      code: 'too_large',
    },
  ])
  expect(await listTasks(ana)).toHaveLength(2)
  expect((await add(1)).status).toBe(201)
  // A task in the trash still counts and can be restored. One that is deleted for good frees its place.
  await ana.delete('/tasks/deleteTask/1')
  expect((await add(1)).status).toBe(413)
  expect((await undo(ana)).status).toBe(200)
  await ana.delete('/tasks/deleteTask/1')
  await ana.delete('/tasks/trash/1')
  expect((await add(1)).status).toBe(201)
  expect((await add(1)).status).toBe(413)
  expect((await addTask(bo)).number).toBe(1)
})

test.for(engines)('%s: a user has at most MAX_FILES files, including those in the trash', async (engine) => {
  const { as, upload } = await uploadApp({ engine, config: { maxFiles: 2 } })
  const ana = as('ana')
  await addTask(ana)
  const first = await upload(ana, '1', 'one', 'one.txt')
  await upload(ana, '1', 'two', 'two.txt')
  const third = () => upload(ana, '1', 'three', 'three.txt')
  await expect(third()).rejects.toThrow('You have reached the limit of 2 files')
  await ana.delete(`/tasks/task/1/files/${first._id}`)
  await expect(third()).rejects.toThrow('empty the trash')
  expect((await ana.delete('/tasks/trash')).status).toBe(200)
  expect(await third()).toMatchObject({ name: 'three.txt' })
})

test.for(engines)('%s: a session beyond MAX_SESSIONS ends the one that has been idle for longest', async (engine) => {
  let now = Date.UTC(2026, 10, 14)
  const minutes = (count: number) => {
    now += count * 60_000
  }
  const { as } = await uploadApp({ engine, config: { maxSessions: 3 }, dependencies: { clock: () => now } })
  const ana = as('ana')
  await ana.user()
  const isOpen = async (device: typeof ana | Awaited<ReturnType<typeof ana.elsewhere>>) =>
    (await device.get('/auth/verify')).status === 200
  minutes(10)
  const phone = await ana.elsewhere()
  minutes(10)
  const tablet = await ana.elsewhere()
  minutes(10)
  // The oldest session is the one that was used most recently.
  expect(await isOpen(ana)).toBe(true)
  minutes(10)
  const laptop = await ana.elsewhere()
  expect(await Promise.all([ana, phone, tablet, laptop].map(isOpen))).toEqual([true, false, true, true])
})

test.for(engines)('%s: tasks and their history hold at most MAX_TEXT_MB of text', async (engine) => {
  const { as, upload, database } = await uploadApp({ engine, config: { maxTextBytes: 1_000_000 } })
  const [ana, bo] = [as('ana'), as('bo')]
  const add = (count: number) =>
    ana.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(taskInput({ description: 'x'.repeat(10_000) })) })
  const write = (letter: string) => ana.put('/tasks/updateTask/1', { description: letter.repeat(10_000) })
  expect((await add(92)).status).toBe(201)
  expect((await write('a')).status).toBe(200)
  expect((await write('b')).status).toBe(200)
  expect((await write('c')).status).toBe(413)
  const before = await everyRow(database)
  const refused = await add(5)
  expect([refused.status, refused.body]).toEqual([
    413,
    {
      message:
        'Your tasks and their history, including the trash, would exceed the limit of 1 MB of text. Delete tasks and empty the trash first.',
      code: 'too_large',
    },
  ])
  expect(await everyRow(database)).toEqual(before)
  expect((await addTask(bo)).number).toBe(1)

  // Undo and redo may exceed the limit a little, but not without bound.
  const steps = []
  for (let count = 0; count < 4; count++) steps.push((await undo(ana)).status, (await redo(ana)).status)
  expect([steps.slice(0, 2), steps.at(-1)]).toEqual([[200, 200], 413])
  expect((await ana.put('/tasks/updateTask/2', { title: 'Short' })).status).toBe(413)

  // Deleting always works and frees space.
  expect((await ana.delete('/tasks/deleteTask/1')).status).toBe(200)
  expect((await ana.post('/tasks/bulkDeleteTasks', { ids: ['2'] })).status).toBe(200)
  expect((await ana.post('/tasks/trash/2/restore')).status).toBe(200)
  expect(await upload(ana, '2', 'bytes', 'notes.txt')).toMatchObject({ name: 'notes.txt' })
  expect((await ana.delete('/tasks/trash/1')).status).toBe(200)
  expect((await ana.put('/tasks/updateTask/2', { description: 'Short' })).status).toBe(200)
})

test.for(engines)('%s: a user has at most MAX_LABELS labels, including those of tasks in the trash', async (engine) => {
  const { as, database } = await uploadApp({ engine, config: { maxLabels: 10 } })
  const [ana, bo] = [as('ana'), as('bo')]
  const labels = (first: number, count: number) => Array.from({ length: count }, (_, index) => `l${first + index}`)
  await addTask(ana, { labels: labels(1, 8) })
  await addTask(ana)
  const before = await everyRow(database)
  const refused = await ana.post('/tasks/createTask', taskInput({ labels: labels(8, 4) }))
  expect([refused.status, refused.body]).toEqual([
    413,
    {
      message:
        'The label "l11" would exceed the limit of 10 different labels, including the trash. Use an existing label, or remove one from all its tasks first.',
      code: 'too_large',
    },
  ])
  expect((await ana.put('/tasks/updateTask/2', { labels: labels(9, 3) })).status).toBe(413)
  const change = { addLabels: labels(9, 3) }
  expect((await ana.post('/tasks/bulkUpdateTasks', { ids: ['2'], change })).status).toBe(413)
  expect(await everyRow(database)).toEqual(before)
  expect((await ana.put('/tasks/updateTask/2', { labels: labels(9, 2) })).status).toBe(200)
  expect((await ana.post('/tasks/createTask', taskInput({ labels: labels(1, 10) }))).status).toBe(201)
  expect((await addTask(bo, { labels: ['own'] })).number).toBe(1)

  // A label that no task has any more frees its place, and an undo may use that place again.
  await ana.delete('/tasks/deleteTask/3')
  await ana.delete('/tasks/trash/3')
  const removal = (await ana.put('/tasks/updateTask/2', { labels: [] })).body.change
  expect((await addTask(ana, { labels: ['a'] })).number).toBe(4)
  expect((await undo(ana, removal)).status).toBe(200)
  expect((await ana.post('/tasks/createTask', taskInput({ labels: ['b'] }))).status).toBe(413)
  expect((await ana.post('/tasks/createTask', taskInput({ labels: ['a'] }))).status).toBe(201)
})
