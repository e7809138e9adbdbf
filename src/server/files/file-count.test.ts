import { expect, test, vi } from 'vitest'
import { engines } from '../../../test/database.ts'
import { device } from '../../../test/deck.ts'
import { found } from '../../../test/found.ts'
import { trashOf, undo } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { cookieOf, uploadApp } from '../../../test/uploads.ts'

test.for(engines)('%s: every answer and every open browser know how many files a task has', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana)
  await addTask(ana)
  const browser = device(() => app.origin, await cookieOf(ana))
  await browser.open()
  await expect.poll(() => browser.view().isReady).toBe(true)
  const reload = vi.spyOn(globalThis, 'fetch')

  const expectCount = async (count: number) => {
    expect((await listTasks(ana)).map(({ fileCount }) => fileCount)).toEqual([0, count])
    const { body } = await ana.get(`/tasks/task/${task._id}`)
    expect([body.fileCount, body.files.length]).toEqual([count, count])
    expect(await found(ana, { hasFiles: 'true' })).toEqual(count ? [1] : [])
    expect(await found(ana, { hasFiles: 'false', status: 'Pending' })).toEqual(count ? [2] : [2, 1])
    await expect.poll(() => browser.view().byId.get(task._id)?.fileCount).toBe(count)
  }
  await expectCount(0)
  // The name looks like the stored form of a file.
  const first = await app.upload(ana, '1', 'one', '{"_id":"x"},{"_id":"y"}.txt')
  await expectCount(1)
  await app.upload(ana, '1', 'two')
  await expectCount(2)
  await ana.delete(`/tasks/task/1/files/${first._id}`)
  await expectCount(1)
  await undo(ana)
  await expectCount(2)
  await undo(ana)
  await expectCount(1)
  await ana.delete(`/tasks/task/1/files/${first._id}`)
  await expectCount(0)
  await ana.post(`/tasks/task/1/files/${first._id}/restore`)
  await expectCount(1)

  expect((await ana.put('/tasks/updateTask/1', { title: 'Renamed' })).body.task.fileCount).toBe(1)
  await ana.delete('/tasks/deleteTask/1')
  expect((await trashOf(ana)).tasks).toMatchObject([{ fileCount: 1 }])
  expect((await ana.post('/tasks/trash/1/restore')).body.task.fileCount).toBe(1)
  await expectCount(1)
  const loaded = reload.mock.calls.filter(([url]) => String(url).includes('/tasks/getTasks'))
  expect(loaded, 'the browser applies the events and does not load the deck again').toEqual([])
  browser.close()
})

test.for(engines)('%s: the number of files is right for rows and events of an older node', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana)
  const file = await app.upload(ana, '1', 'one')
  const { db } = app.database
  const tasks = () => listTasks(ana)

  // JSON of an older format does not contain the number.
  await db.updateTable('tasks').set({ json: '{"title":"outdated"}', json_format: 2 }).execute()
  expect(await tasks()).toMatchObject([{ number: 1, fileCount: 1 }])
  expect((await ana.get('/tasks/task/1')).body).toMatchObject({ fileCount: 1, files: [file] })

  // An older node attaches a file without changing current JSON, and its event does not contain the number.
  await ana.put('/tasks/updateTask/1', { title: 'Current' })
  const browser = device(() => app.origin, await cookieOf(ana))
  await browser.open()
  await expect.poll(() => browser.view().byId.get(task._id)?.fileCount).toBe(1)
  const second = await app.upload(ana, '1', 'two')
  await expect.poll(() => browser.view().byId.get(task._id)?.fileCount).toBe(2)
  browser.close()
  await ana.delete(`/tasks/task/1/files/${second._id}`)
  await db
    .updateTable('events')
    .set({ before: JSON.stringify({ file: second }) })
    .where('kind', '=', 'detached')
    .execute()
  expect(await tasks()).toMatchObject([{ fileCount: 1 }])
  await browser.open()
  await expect.poll(() => browser.view().byId.get(task._id)?.fileCount).toBe(1)
  browser.close()
})
