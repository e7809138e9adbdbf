import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask } from '../../../test/tasks.ts'

/** Ana with a task of version 3, and a function that changes it only if it has a given version. */
async function world(engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  const put = (fields: object, match?: string) =>
    ana.send('PUT', `/tasks/updateTask/${_id}`, fields, match === undefined ? {} : { headers: { 'if-match': match } })
  await put({ title: 'Two' })
  const { task } = (await put({ title: 'Three' })).body
  return { ...app, ana, id: _id, task, put }
}

test.for(engines)('%s: a change to the current version is made', async (engine) => {
  const { put } = await world(engine)
  for (const [index, match] of ['"3"', '4', '*', undefined, '"7"'].entries()) {
    const { status, body } = await put({ title: `Title ${index}` }, match)
    expect([match, status, body.task.version]).toEqual([match, 200, index + 4])
  }
})

test.for(engines)(
  '%s: a change to another version is refused, and the response contains the current task',
  async (engine) => {
    const { put, task, database } = await world(engine)
    const before = await everyRow(database)
    for (const match of ['"2"', '2', '"4"', '"0"', '"999999999"']) {
      const { status, body, headers } = await put({ title: 'Overwritten', status: 'Completed' }, match)
      expect([match, status, body]).toEqual([
        match,
        412,
        { message: 'This task was changed in the meantime. Nothing was overwritten.', code: 'changed_meanwhile', task },
      ])
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(await everyRow(database)).toEqual(before)
  },
)

test('a change to another version is refused even if it would have no effect', async () => {
  const { put, task } = await world()
  expect((await put({ title: task.title }, '"2"')).status).toBe(412)
  expect((await put({ title: task.title }, '"3"')).body).toMatchObject({ task, change: null })
})

test('adding and removing files does not change the version of the task', async () => {
  const { ana, id, put } = await world()
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ndone\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { file } = (await ana.send('POST', `/tasks/task/${id}/upload`, form, { headers })).body
  await ana.delete(`/tasks/task/${id}/files/${file._id}`)
  expect((await put({ title: 'Four' }, '"3"')).status).toBe(200)
})

test('an invalid If-Match is refused, and nothing changes', async () => {
  const { put, database } = await world()
  const before = await everyRow(database)
  for (const match of ['', '""', 'x', '"x"', 'W/"3"', '-3', '"3", "4"', '3.0', '1e0', '0x3', '9'.repeat(30)]) {
    const { status, body } = await put({ title: 'Overwritten' }, match)
    expect([match, status, body]).toEqual([
      match,
      400,
      { message: 'If-Match must be a version of the task, such as "3".', code: 'invalid_input' },
    ])
  }
  expect(await everyRow(database)).toEqual(before)
})

test("another user's task, one in the trash and one that never existed are not found, for any version", async () => {
  const { ana, as, id, put } = await world()
  const headers = { 'if-match': '"1"' }
  await as('bo').user()
  for (const [person, url] of [
    [as('bo'), `/tasks/updateTask/${id}`],
    [ana, '/tasks/updateTask/999'],
  ] as const) {
    const { status, body } = await person.send('PUT', url, { title: 'x' }, { headers })
    expect([status, body]).toEqual([404, { message: 'That task does not exist.', code: 'not_found' }])
  }
  await ana.delete(`/tasks/deleteTask/${id}`)
  expect((await put({ title: 'x' }, '"1"')).status).toBe(404)
})

test.for(engines)(
  '%s: of several editors that save the same version concurrently, exactly one succeeds',
  async (engine) => {
    const { ana, id, put } = await world(engine)
    for (let version = 3; version < 8; version++) {
      const editors = Array.from({ length: 6 }, (_, editor) =>
        put({ title: `Version ${version} of ${editor}` }, `"${version}"`),
      )
      const answers = await Promise.all(editors)
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
      const winner = answers.find(({ status }) => status === 200)?.body.task
      expect(winner.version).toBe(version + 1)
      // The others get the task that the first one saved.
      for (const { status, body } of answers) if (status === 412) expect(body.task).toEqual(winner)
      expect((await ana.get(`/tasks/task/${id}`)).body).toEqual({ ...winner, files: [] })
    }
  },
)
