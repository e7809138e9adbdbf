import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import type { Person } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { importLimits, importType } from '../../contract/imports.ts'

const send = (person: Pick<Person, 'send'>, lines: unknown[], query = '') =>
  person.send(
    'POST',
    `/tasks/import${query}`,
    Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
    { headers: { 'content-type': importType } },
  )

const titles = async (person: Person) => (await listTasks(person)).map(({ title }) => title).sort()

test.for(engines)('%s: many tasks are imported as one change, which one undo takes back', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { title: 'Mine' })
  const ids = Array.from({ length: 450 }, () => randomUUID())
  const lines = ids.map((_id, index) => ({
    _id,
    title: `Imported ${index + 1}`,
    labels: ['work'],
    ...(index ? { partOf: ids[0], blockedBy: index > 1 ? [ids[1]] : [] } : {}),
    ...(index === 2
      ? { status: 'Completed', completedAt: '2024-02-03T04:05:06Z', createdAt: '2024-01-01T00:00:00Z' }
      : {}),
  }))
  const { status, body } = await send(ana, lines)
  expect([status, body]).toMatchObject([200, { message: 'Imported 450 tasks.', created: 450, problemCount: 0 }])
  const tasks = await listTasks(ana)
  const numbers = new Map(tasks.map(({ _id, number }) => [_id, number]))
  expect(ids.map((id) => numbers.get(id))).toEqual(ids.map((_id, index) => index + 2))
  const third = tasks.find(({ _id }) => _id === ids[2])
  expect(third).toMatchObject({
    ...{ title: 'Imported 3', partOf: ids[0], blockedBy: [ids[1]], labels: ['work'] },
    ...{ createdAt: '2024-01-01T00:00:00.000Z', completedAt: '2024-02-03T04:05:06.000Z' },
  })
  const again = await send(ana, lines)
  expect([again.status, again.body]).toMatchObject([200, { created: 0, updated: 0, unchanged: 450 }])
  expect((await ana.post('/tasks/undo', { change: body.change })).status).toBe(200)
  expect(await titles(ana)).toEqual(['Mine'])
  expect((await send(ana, lines)).body).toMatchObject({ created: 0, updated: 0 })
  expect((await send(ana, lines, '?restore=true')).body).toMatchObject({ message: 'Imported 0 tasks, 450 changed.' })
  expect(await titles(ana)).toHaveLength(451)
})

test.for(engines)(
  '%s: a task that is imported again is merged per field with what was changed here',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    const _id = randomUUID()
    await send(ana, [{ _id, title: 'First', description: 'One', priority: 'Low' }])
    await ana.put(`/tasks/updateTask/${_id}`, { priority: 'High' })
    const merged = await send(ana, [{ _id, version: 1, title: 'Second', description: 'One', priority: 'Low' }])
    expect(merged.body).toMatchObject({ created: 0, updated: 1 })
    const task = async () => (await listTasks(ana)).find((one) => one._id === _id)
    expect(await task()).toMatchObject({ title: 'Second', priority: 'High' })
    const other = { _id, version: 1, title: 'First', priority: 'Critical', description: 'Two' }
    const refused = await send(ana, [other])
    expect([refused.status, refused.body.code]).toEqual([412, 'changed_meanwhile'])
    await send(ana, [other], '?conflicts=keep')
    expect(await task()).toMatchObject({ priority: 'High', description: 'Two' })
    await send(ana, [other], '?conflicts=replace')
    expect(await task()).toMatchObject({ priority: 'Critical' })
  },
)

test.for(engines)('%s: lines with problems are listed, and nothing or the rest is imported', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const trashed = await addTask(ana, { title: 'Gone' })
  await ana.delete(`/tasks/deleteTask/${trashed._id}`)
  const purged = await addTask(ana, { title: 'Gone for good' })
  await ana.delete(`/tasks/deleteTask/${purged._id}`)
  await ana.delete(`/tasks/trash/${purged._id}`)
  const _id = randomUUID()
  const lines = [
    { _id, title: 'Good', related: [randomUUID()] },
    'not JSON',
    '',
    { _id: randomUUID(), title: 'x'.repeat(201) },
    { _id: randomUUID() },
    { _id, title: 'Twice' },
    { _id: trashed._id, title: 'Back' },
    { _id: purged._id, title: 'Back' },
    { _id: randomUUID(), title: 'Unknown field', owner: 'bo' },
    ['a list'],
  ]
  const before = await everyRow(database)
  const dry = await send(ana, lines, '?dryRun=true')
  expect(dry.body).toMatchObject({ message: 'Would import 1 task, 6 left out.', created: 1, change: null })
  expect(dry.body.problems.map(({ line }: { line: number }) => line)).toEqual([2, 4, 5, 6, 9, 10])
  expect(dry.body.problems.map(({ message }: { message: string }) => message)).toEqual([
    'This is not JSON.',
    expect.stringContaining('title must have 1 to 200 characters'),
    'title is required.',
    'Its _id is on a line above.',
    expect.stringContaining('owner'),
    expect.any(String),
  ])
  expect(dry.body.remarks).toEqual([
    { line: 7, message: '#1 is in the trash, and is left out.' },
    { line: 8, message: 'This task was deleted for good, and is left out.' },
    { line: 1, message: 'A link (related) is left out, because its task does not exist.' },
  ])
  const refused = await send(ana, lines)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Line 2: This is not JSON. 5 more lines have problems. Nothing was imported.',
  ])
  expect((await send(ana, lines.slice(0, 4))).body.message).toContain(' 1 more line has a problem. ')
  expect(await everyRow(database)).toEqual(before)
  expect((await send(ana, lines, '?skip=true')).body).toMatchObject({ created: 1, problemCount: 6 })
  expect(await titles(ana)).toEqual(['Good'])
})

test.for(engines)(
  "%s: an id of another user's task names nothing, and a token must be allowed to write",
  async (engine) => {
    const app = await testApp({ engine })
    const [ana, bo] = [app.as('ana'), app.as('bo')]
    const theirs = await addTask(bo, { title: 'Theirs' })
    const made = await send(ana, [{ _id: randomUUID(), title: 'Mine', partOf: theirs._id }])
    expect(made.body).toMatchObject({ created: 1, remarks: [{ line: 1 }] })
    expect(await titles(bo)).toEqual(['Theirs'])
    const { token } = await makeToken(ana, { scope: 'read' })
    expect((await send(withToken(app, token), [{ _id: randomUUID(), title: 'No' }])).status).toBe(403)
  },
)

test('an import that is empty, too long or of another type is refused', async () => {
  const ana = (await testApp()).as('ana')
  expect((await send(ana, [])).body.message).toBe('The import contains no tasks.')
  expect((await ana.post('/tasks/import', {})).status).toBe(415)
  const long = await send(ana, [' '.repeat(importLimits.bytes + 1)])
  expect([long.status, long.body.message]).toEqual([413, 'An import has at most 16 MiB. Divide it into several.'])
  for (const query of ['', '?skip=true', '?dryRun=true']) {
    const many = await send(ana, ['x\n'.repeat(importLimits.tasks + 1)], query)
    expect([many.status, many.body.message]).toEqual([
      413,
      'An import has at most 20000 tasks, and lines with problems count as well. Divide it into several.',
    ])
  }
  const line = { _id: randomUUID(), title: 'Part of itself' }
  const other = randomUUID()
  const cycle = await send(ana, [
    { ...line, blockedBy: [other] },
    { _id: other, title: 'x', blockedBy: [line._id] },
  ])
  expect([cycle.status, cycle.body.message]).toEqual([409, expect.stringContaining('would wait for itself')])
  expect(await titles(ana)).toEqual([])
})
