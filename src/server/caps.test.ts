import { expect, test } from 'vitest'
import { engines } from '../../test/database.ts'
import { undo } from '../../test/history.ts'
import { addTask, listTasks, taskInput } from '../../test/tasks.ts'
import { uploadApp } from '../../test/uploads.ts'

test.for(engines)('%s: a user has at most MAX_TASKS tasks, with those in the trash', async (engine) => {
  const { as } = await uploadApp({ engine, config: { maxTasks: 3 } })
  const [ana, bo] = [as('ana'), as('bo')]
  const add = (count: number) => ana.post('/tasks/bulkCreateTasks', { tasks: Array(count).fill(taskInput()) })
  await add(2)
  const refused = await add(2)
  expect([refused.status, refused.body]).toEqual([
    413,
    {
      message:
        'You would have more than 3 tasks, the most that this server allows, with those in the trash. Delete some and empty the trash first.',
      code: 'too_large',
    },
  ])
  expect(await listTasks(ana)).toHaveLength(2)
  expect((await add(1)).status).toBe(201)
  // A task in the trash still counts, and can be brought back; one that is gone for good makes room.
  await ana.delete('/tasks/deleteTask/1')
  expect((await add(1)).status).toBe(413)
  expect((await undo(ana)).status).toBe(200)
  await ana.delete('/tasks/deleteTask/1')
  await ana.delete('/tasks/trash/1')
  expect((await add(1)).status).toBe(201)
  expect((await add(1)).status).toBe(413)
  expect((await addTask(bo)).number).toBe(1)
})

test.for(engines)('%s: a user has at most MAX_FILES files, with those in the trash', async (engine) => {
  const { as, upload } = await uploadApp({ engine, config: { maxFiles: 2 } })
  const ana = as('ana')
  await addTask(ana)
  const first = await upload(ana, '1', 'one', 'one.txt')
  await upload(ana, '1', 'two', 'two.txt')
  const third = () => upload(ana, '1', 'three', 'three.txt')
  await expect(third()).rejects.toThrow('You have 2 files, the most that this server allows')
  await ana.delete(`/tasks/task/1/files/${first._id}`)
  await expect(third()).rejects.toThrow('empty the trash')
  expect((await ana.delete('/tasks/trash')).status).toBe(200)
  expect(await third()).toMatchObject({ name: 'three.txt' })
})

test.for(engines)(
  '%s: one session more than MAX_SESSIONS ends the one that was idle for the longest time',
  async (engine) => {
    let now = Date.UTC(2026, 10, 14)
    const minutes = (count: number) => {
      now += count * 60_000
    }
    const { as } = await uploadApp({ engine, config: { maxSessions: 3 }, parts: { clock: () => now } })
    const ana = as('ana')
    await ana.user()
    const isOpen = async (device: typeof ana | Awaited<ReturnType<typeof ana.elsewhere>>) =>
      (await device.get('/auth/verify')).status === 200
    minutes(10)
    const phone = await ana.elsewhere()
    minutes(10)
    const tablet = await ana.elsewhere()
    minutes(10)
    // The oldest session is the one that was used last.
    expect(await isOpen(ana)).toBe(true)
    minutes(10)
    const laptop = await ana.elsewhere()
    expect(await Promise.all([ana, phone, tablet, laptop].map(isOpen))).toEqual([true, false, true, true])
  },
)
