import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { historyOf, undo } from '../../../test/history.ts'
import { addTask } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString()

/** Ana, and a clock that a test advances by a minute at a time. */
async function world(engine: Engine) {
  let minutes = 0
  const app = await uploadApp({ engine, dependencies: { clock: () => Date.parse(at(minutes)) } })
  return { ...app, ana: app.as('ana'), tick: () => void minutes++ }
}

test.for(engines)(
  '%s: the history lists each change with its author, time, old and new values, newest first',
  async (engine) => {
    const { ana, tick, upload, as } = await world(engine)
    const task = await addTask(ana)
    const other = await addTask(ana)
    await addTask(as('bo'))
    const url = `/tasks/updateTask/${task._id}`
    tick()
    await ana.put(url, { title: 'Renamed', priority: 'Medium' })
    tick()
    await ana.put(url, { status: 'Completed', dueDate: '2027-01-01' })
    tick()
    const file = await upload(ana, task._id, 'bytes')
    tick()
    await ana.delete(`/tasks/task/${task._id}/files/${file._id}`)
    tick()
    await ana.delete(`/tasks/deleteTask/${task._id}`)
    tick()
    await ana.post(`/tasks/trash/${task._id}/restore`)
    tick()
    await undo(ana, 3)

    const line = (seq: number, minute: number, version: number, undoes: number | null = null) => ({
      ...{ seq, change: seq, undoes, task: task._id, version, via: 'session', at: at(minute), by: 'ana' },
    })
    const expected = [
      { ...line(9, 7, 6, 3), kind: 'updated', before: { title: 'Renamed' }, after: { title: task.title } },
      { ...line(8, 6, 5), kind: 'restored', before: { trashedAt: at(5) }, after: { trashedAt: null } },
      { ...line(7, 5, 4), kind: 'trashed', before: { trashedAt: null }, after: { trashedAt: at(5) } },
      { ...line(6, 4, 3), kind: 'detached', before: { file, fileCount: 1 }, after: null },
      { ...line(5, 3, 3), kind: 'attached', before: null, after: { file, fileCount: 1 } },
      {
        ...line(4, 2, 3),
        kind: 'updated',
        before: { status: 'Pending', dueDate: task.dueDate, completedAt: null },
        after: { status: 'Completed', dueDate: '2027-01-01T00:00:00.000Z', completedAt: at(2) },
      },
      { ...line(3, 1, 2), kind: 'updated', before: { title: task.title }, after: { title: 'Renamed' } },
      { ...line(1, 0, 1), kind: 'created', before: null, after: task },
    ]
    for (const name of [task._id, '1', '%231']) {
      const { status, body, headers } = await ana.get(`/tasks/task/${name}/history`)
      expect([status, body]).toEqual([200, { events: expected, nextBefore: null }])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await historyOf(ana, other._id)).map((event) => event.after)).toEqual([other])
  },
)

test.for(engines)('%s: tasks that were created together share the number of their change', async (engine) => {
  const { ana } = await world(engine)
  await addTask(ana)
  const input = { title: 'a', description: 'b', dueDate: '2026-11-14' }
  await ana.post('/tasks/bulkCreateTasks', { tasks: [input, input, input] })
  for (const [number, seq] of [
    [2, 2],
    [3, 3],
    [4, 4],
  ] as const) {
    expect(await historyOf(ana, String(number))).toMatchObject([{ seq, change: 2, kind: 'created' }])
  }
})

test.for(engines)('%s: the history shows the current name of a renamed user', async (engine) => {
  const { ana } = await world(engine)
  await addTask(ana)
  await ana.put('/auth/profile', { username: 'Ana the Second' })
  expect(await historyOf(ana, '1')).toMatchObject([{ by: 'Ana the Second' }])
})

test.for(engines)(
  "%s: another user's task, one in the trash and one that never existed have no history",
  async (engine) => {
    const { ana, as } = await world(engine)
    const task = await addTask(ana)
    await as('bo').user()
    const refusal = { message: 'That task does not exist.', code: 'not_found' }
    const expectNone = async (person: typeof ana, id: string) => {
      const { status, body } = await person.get(`/tasks/task/${id}/history`)
      expect([id, status, body]).toEqual([id, 404, refusal])
    }
    for (const id of [task._id, '1', '%231']) await expectNone(as('bo'), id)
    for (const id of ['2', 'x', task._id.replace(/.$/, 'x')]) await expectNone(ana, id)
    await ana.delete('/tasks/deleteTask/1')
    await expectNone(ana, task._id)
  },
)

test.for(engines)('%s: the history can be read in pages', async (engine) => {
  const { ana } = await world(engine)
  await addTask(ana)
  for (let round = 0; round < 8; round++) {
    await ana.put('/tasks/updateTask/1', { title: `Title ${round}` })
  }
  const all = await historyOf(ana, '1')
  expect(all).toHaveLength(9)
  const page = async (query: string) => (await ana.get(`/tasks/task/1/history?${query}`)).body
  const first = await page('limit=3')
  expect(first).toEqual({ events: all.slice(0, 3), nextBefore: all[2]?.seq })
  expect(await page(`limit=999&before=${first.nextBefore}`)).toEqual({ events: all.slice(3), nextBefore: null })
  expect(await page(`limit=1&before=${all[8]?.seq}`)).toEqual({ events: [], nextBefore: null })
  const refused = await ana.get('/tasks/task/1/history?before=3')
  expect([refused.status, refused.body.message]).toEqual([400, 'before needs a limit, such as limit=100.'])
  expect((await ana.get('/tasks/task/1/history?limit=0')).status).toBe(400)
})

test.for(engines)('%s: a page of the history ends when its values are large', async (engine) => {
  const { ana } = await world(engine)
  await addTask(ana)
  for (let round = 0; round < 16; round++) {
    await ana.put('/tasks/updateTask/1', { description: `${round}${'😀'.repeat(4_999)}` })
  }
  const { body, text } = await ana.get('/tasks/task/1/history?limit=100')
  expect(body.events.length).toBeLessThan(16)
  expect(Buffer.byteLength(text)).toBeLessThan(600_000)
  const rest = await ana.get(`/tasks/task/1/history?limit=100&before=${body.nextBefore}`)
  expect(body.events.length + rest.body.events.length).toBe(17)
})
