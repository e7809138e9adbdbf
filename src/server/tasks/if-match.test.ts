import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask } from '../../../test/tasks.ts'

/** Ana with a task of version 3, and a function that changes it, based on a given version. */
async function world(engine: Engine = 'sqlite') {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const { _id } = await addTask(ana, { labels: ['ui'] })
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
  '%s: a change of a field that was changed since is refused with both values, and nothing is applied',
  async (engine) => {
    const { put, task, database } = await world(engine)
    const before = await everyRow(database)
    for (const [match, title] of [
      ['"2"', 'Two'],
      ['2', 'Two'],
      ['"1"', 'Write the tests'],
    ]) {
      const { status, body, headers } = await put({ title: 'Overwritten', status: 'Completed' }, match)
      expect([match, status, body]).toEqual([
        match,
        412,
        {
          message: 'The title of task #1 was changed in the meantime. Nothing was overwritten.',
          code: 'changed_meanwhile',
          task,
          conflicts: [{ task, fields: ['title'], base: { title } }],
        },
      ])
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(await everyRow(database)).toEqual(before)
  },
)

test.for(engines)(
  '%s: a version that the task has never had, as after a restored backup, is refused without base values',
  async (engine) => {
    const { put, task, database } = await world(engine)
    const before = await everyRow(database)
    for (const match of ['"4"', '"0"', '"999999999"']) {
      const { status, body } = await put({ title: 'Overwritten', status: 'Completed', priority: 'Medium' }, match)
      expect([match, status, body]).toEqual([
        match,
        412,
        {
          message: 'The title and status of task #1 may have been changed in the meantime. Nothing was overwritten.',
          code: 'changed_meanwhile',
          task,
          conflicts: [{ task, fields: ['title', 'status'], base: {} }],
        },
      ])
    }
    expect(await everyRow(database)).toEqual(before)
  },
)

test.for(engines)('%s: changes of different fields both stand', async (engine) => {
  const { put, task } = await world(engine)
  const theirs = (await put({ status: 'Completed', description: 'Theirs' }, '"3"')).body.task
  await put({ startDate: '2026-11-10' }, '"4"')
  const { status, body } = await put({ title: ' Mine ', dueDate: '2027-01-31', priority: 'Low' }, '"3"')
  expect([status, body.task]).toEqual([
    200,
    {
      ...task,
      ...{ title: 'Mine', dueDate: '2027-01-31T00:00:00.000Z', priority: 'Low' },
      ...{ status: 'Completed', completedAt: theirs.completedAt, description: 'Theirs' },
      ...{ startDate: '2026-11-10T00:00:00.000Z', version: 6, updatedAt: body.task.updatedAt },
    },
  ])
})

test.for(engines)('%s: a field that was changed and changed back does not conflict', async (engine) => {
  const { put } = await world(engine)
  await put({ title: 'Elsewhere', priority: 'Low' })
  await put({ title: 'Three' })
  expect((await put({ title: 'Mine' }, '"3"')).body.task).toMatchObject({ title: 'Mine', priority: 'Low', version: 6 })
})

test('a value that the task already has does not conflict, and changes nothing', async () => {
  const { put, task } = await world()
  for (const match of ['"3"', '"2"', '"1"', '"9"']) {
    const { status, body } = await put({ title: ' Three ', dueDate: '2026-11-14' }, match)
    expect([match, status, body.task, body.change]).toEqual([match, 200, task, null])
  }
})

test.for(engines)('%s: labels are merged one by one', async (engine) => {
  const { put, database } = await world(engine)
  const labelsAfter = async (labels: string[], match?: string) => (await put({ labels }, match)).body.task?.labels
  expect(await labelsAfter(['ui', 'web'], '"3"')).toEqual(['ui', 'web'])
  expect(await labelsAfter(['ui', 'AUTH'], '"3"')).toEqual(['ui', 'web', 'auth'])
  expect(await labelsAfter([], '"3"')).toEqual(['web', 'auth'])
  // Based on version 4, `ui` and `web`: the label `ui` was removed on both sides.
  expect(await labelsAfter(['web', 'api'], '"4"')).toEqual(['web', 'auth', 'api'])

  const before = await everyRow(database)
  const many = await put({ labels: ['ui', ...'bcdefghij'] }, '"3"')
  expect([many.status, many.body]).toEqual([
    400,
    { message: 'Task #1 would have more than 10 labels.', code: 'invalid_input' },
  ])
  expect(await everyRow(database)).toEqual(before)
})

test.for(engines)('%s: the time of completion belongs to the status', async (engine) => {
  const { put } = await world(engine)
  const first = (await put({ status: 'Completed' }, '"3"')).body.task
  const again = (await put({ status: 'Completed', priority: 'Low' }, '"3"')).body.task
  expect([again.completedAt, again.priority]).toEqual([first.completedAt, 'Low'])
  const { status, body } = await put({ status: 'In Progress' }, '"3"')
  expect([status, body.conflicts]).toEqual([412, [{ task: again, fields: ['status'], base: { status: 'Pending' } }]])
  // Reopened and completed again, the status is as in version 4.
  await put({ status: 'Pending' })
  await put({ status: 'Completed' })
  expect((await put({ status: 'Pending' }, '"4"')).body.task).toMatchObject({ status: 'Pending', completedAt: null })
})

test('the last move on the board wins', async () => {
  const { ana, put } = await world()
  const other = await addTask(ana)
  await put({ position: 7 }, '"3"')
  expect((await put({ position: 5, status: 'Completed' }, '"3"')).body.task).toMatchObject({ position: 5 })
  const moved = await put({ place: { above: other._id } }, '"3"')
  expect([moved.status, moved.body.task.status]).toEqual([200, 'Completed'])
  expect(moved.body.task.position).toBeLessThan(other.position)
})

test('adding and removing files does not change the version of the task', async () => {
  const { ana, id, put } = await world()
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ndone\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { file } = (await ana.send('POST', `/tasks/task/${id}/upload`, form, { headers })).body
  await ana.delete(`/tasks/task/${id}/files/${file._id}`)
  expect((await put({ title: 'Four' }, '"3"')).body.task).toMatchObject({ title: 'Four', version: 4 })
  // The values of version 2 are found behind the events of the file.
  const { conflicts } = (await put({ title: 'Five' }, '"2"')).body
  expect(conflicts).toMatchObject([{ fields: ['title'], base: { title: 'Two' } }])
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

test("another user's task and one that never existed are not found, for any version", async () => {
  const { ana, as, id } = await world()
  const headers = { 'if-match': '"1"' }
  await as('bo').user()
  for (const [person, url] of [
    [as('bo'), `/tasks/updateTask/${id}`],
    [ana, '/tasks/updateTask/999'],
  ] as const) {
    const { status, body } = await person.send('PUT', url, { title: 'x' }, { headers })
    expect([status, body]).toEqual([404, { message: 'That task does not exist.', code: 'not_found' }])
  }
})

test.for(engines)(
  '%s: a change of a task in the trash is refused with the way to restore it, and can be merged afterwards',
  async (engine) => {
    const { ana, as, id, put, database } = await world(engine)
    await put({ priority: 'Low' })
    await ana.delete(`/tasks/deleteTask/${id}`)
    const before = await everyRow(database)
    const { status, body } = await put({ status: 'Completed' }, '"3"')
    expect([status, body]).toEqual([
      404,
      { message: 'That task is in the trash. Restore it first.', code: 'not_found', trashed: true, ids: [id] },
    ])
    expect((await ana.delete(`/tasks/deleteTask/${id}`)).body).toEqual(body)
    // Another user learns nothing.
    const others = await as('bo').put(`/tasks/updateTask/${id}`, { status: 'Completed' })
    expect([others.status, others.body]).toEqual([404, { message: 'That task does not exist.', code: 'not_found' }])
    expect((await everyRow(database)).filter((row) => /^(tasks|events) /.test(row))).toEqual(
      before.filter((row) => /^(tasks|events) /.test(row)),
    )

    await ana.post(`/tasks/trash/${id}/restore`)
    expect((await put({ status: 'Completed' }, '"3"')).body.task).toMatchObject({
      ...{ status: 'Completed', priority: 'Low', version: 7 },
    })
    // Deleted for good, it is gone.
    await ana.delete(`/tasks/deleteTask/${id}`)
    await ana.delete(`/tasks/trash/${id}`)
    expect((await put({ status: 'Pending' }, '"3"')).body).toEqual({
      message: 'That task does not exist.',
      code: 'not_found',
    })
  },
)

test.for(engines)(
  '%s: of several editors that change the same field of the same version concurrently, exactly one succeeds',
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

test.for(engines)(
  '%s: editors that change different fields of the same version concurrently all succeed',
  async (engine) => {
    const { ana, id, put } = await world(engine)
    const changes = [
      { title: 'Four' },
      { description: 'Merged' },
      { priority: 'Low' },
      { status: 'Completed' },
      { labels: ['ui', 'one'] },
      { labels: ['ui', 'two'] },
    ]
    const answers = await Promise.all(changes.map((change) => put(change, '"3"')))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const { labels, ...task } = (await ana.get(`/tasks/task/${id}`)).body
    expect(task).toMatchObject({ ...changes[0], ...changes[1], ...changes[2], ...changes[3], version: 9 })
    expect(labels.toSorted()).toEqual(['one', 'two', 'ui'])
  },
)
