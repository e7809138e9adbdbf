import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { undo } from '../../../test/history.ts'
import { credentials } from '../../../test/people.ts'
import { remindingApp, taken } from '../../../test/reminders.ts'
import { addTask } from '../../../test/tasks.ts'
import { maxReminders } from '../../contract/reminders.ts'

/** A Wednesday, 13:00 in Berlin. */
const noon = '2026-11-18T12:00:00Z'

test.for(engines)('%s: a reminder is shown once, at its time in the time zone of its user', async (engine) => {
  const { as, reach } = await remindingApp(engine, noon)
  const [ana, bo] = [as('ana'), as('bo')]
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  await addTask(ana, { title: 'call', dueDate: '2026-11-20', reminders: ['due-0T09:00', 'due-1T09:00'] })
  await addTask(bo, { title: 'other', reminders: ['2026-11-20T08:00'] })
  const due = async () => (await ana.get('/reminders/due')).body.count
  await reach('2026-11-19T07:59:59Z')
  expect([await due(), await taken(ana)]).toEqual([0, []])
  await reach('2026-11-19T08:00:00Z')
  expect(await due()).toBe(1)
  const { body } = await ana.post('/reminders/take', {})
  expect(body).toEqual({
    count: 1,
    reminders: [{ task: expect.any(String), number: 1, title: 'call', at: '2026-11-19T09:00' }],
  })
  expect([await due(), await taken(ana)]).toEqual([0, []])
  await reach('2026-11-20T08:00:00Z')
  const both = await Promise.all([taken(ana), taken(ana), taken(ana)])
  expect(both.flat()).toEqual(['call'])
  expect(await taken(bo)).toEqual(['other'])
})

test.for(engines)('%s: a call that is repeated with its key gets the same reminders', async (engine) => {
  const { as, reach } = await remindingApp(engine, noon)
  const ana = as('ana')
  await addTask(ana, { title: 'call', reminders: ['2026-11-18T15:00'] })
  await reach('2026-11-18T15:00:00Z')
  const take = () => ana.send('POST', '/reminders/take', {}, { headers: { 'idempotency-key': 'one' } })
  const first = await take()
  expect(first.body.count).toBe(1)
  expect((await take()).body).toEqual(first.body)
  expect(await taken(ana)).toEqual([])
})

test.for(engines)('%s: reminders follow their tasks', async (engine) => {
  const { as, reach, now } = await remindingApp(engine, noon)
  const ana = as('ana')
  const reminders = ['due-0T15:00']
  const names = ['completed', 'moved', 'snoozed', 'someday', 'deleted', 'restored', 'reopened', 'left', 'undone']
  for (const title of names) await addTask(ana, { title, dueDate: '2026-11-18', reminders })
  const update = (title: string, change: object) =>
    ana.put(`/tasks/updateTask/${names.indexOf(title) + 1}`, { ...change })
  await update('completed', { status: 'Completed' })
  await update('moved', { dueDate: '2026-11-19' })
  await update('snoozed', { startDate: '2026-11-20' })
  await update('someday', { startDate: '9999-12-31' })
  for (const title of ['deleted', 'restored']) await ana.delete(`/tasks/deleteTask/${names.indexOf(title) + 1}`)
  await update('reopened', { status: 'Completed' })
  await update('reopened', { status: 'Pending' })
  await ana.post(`/tasks/trash/${names.indexOf('restored') + 1}/restore`, {})
  await update('left', { title: 'left' })
  await update('undone', { reminders: [] })
  await undo(ana)
  await reach('2026-11-18T15:00:00Z')
  expect(await taken(ana)).toEqual(['left', 'reopened', 'restored', 'undone'])
  await reach('2026-11-19T15:00:00Z')
  expect(await taken(ana)).toEqual(['moved'])
  // Due, and completed before anybody has seen it.
  await reach('2026-11-20T15:00:00Z')
  await update('snoozed', { status: 'Completed' })
  expect(await taken(ana)).toEqual([])
  // A time that has passed reminds nobody. If the task is put off, the reminder comes on the day of its return.
  await update('left', { reminders: ['2026-11-20T14:00'] })
  await reach(now() + 60_000)
  expect(await taken(ana)).toEqual([])
  await update('left', { startDate: '2026-11-21' })
  await reach('2026-11-21T14:00:00Z')
  expect(await taken(ana)).toEqual(['left'])
})

test.for(engines)('%s: in another time zone, reminders keep their day and time', async (engine) => {
  const { as, reach } = await remindingApp(engine, '2027-03-13T12:00:00Z')
  const ana = as('ana')
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  for (const [title, time] of [
    ['evening', '2027-03-13T20:00'],
    ['missed', '2027-03-13T14:30'],
    ['gap', '2027-03-14T02:30'],
  ] as const)
    await addTask(ana, { title, reminders: [time] })
  await ana.put('/auth/preferences', { timeZone: 'Asia/Tokyo' })
  await reach('2027-03-13T12:01:00Z')
  expect(await taken(ana)).toEqual(['evening', 'missed'])
  await ana.put('/auth/preferences', { timeZone: 'America/New_York' })
  await reach('2027-03-14T07:29:00Z')
  expect(await taken(ana)).toEqual([])
  await reach('2027-03-14T07:30:00Z')
  expect(await taken(ana)).toEqual(['gap'])
})

test.for(engines)('%s: after a week without the server, everything is there at once', async (engine) => {
  const { as, reach } = await remindingApp(engine, noon)
  const ana = as('ana')
  const tasks = Array.from({ length: 100 }, (_, index) => ({
    title: `Task ${index}`,
    reminders: [`2026-11-${19 + (index % 6)}T09:00`, `2026-11-${19 + (index % 6)}T10:00`],
  }))
  await ana.post('/tasks/bulkCreateTasks', { tasks })
  await reach('2026-11-25T12:00:00Z')
  const { body } = await ana.post('/reminders/take', {})
  expect([body.count, body.reminders.length, body.reminders[0].at]).toEqual([200, 100, '2026-11-24T10:00'])
  expect(await taken(ana)).toEqual([])
})

test.for(engines)('%s: a deleted account leaves no deliveries behind', async (engine) => {
  const { as, database } = await remindingApp(engine, noon)
  const ana = as('ana')
  await addTask(ana, { reminders: ['2026-11-20T14:00'] })
  expect((await ana.post('/auth/delete', { password: credentials('ana').password })).status).toBe(200)
  expect(await database.db.selectFrom('deliveries').selectAll().execute()).toEqual([])
})

test.for(engines)('%s: a user has a limited number of reminders, because all can be due at once', async (engine) => {
  const { as, database, queue } = await remindingApp(engine, noon)
  const ana = as('ana')
  const { _id: owner } = await ana.user()
  const own = queue.of(database.db, owner)
  const later = Date.parse('2099-01-01T00:00:00Z')
  const row = () => ({
    ...{ user_id: owner, id: randomUUID(), kind: 'reminder', subject: randomUUID(), name: '', local_time: null },
    ...{ due_at: later, state: 'waiting' as const, attempts: 0, next_at: later, last_error: null },
  })
  for (let count = 1; count < maxReminders; count += 1_000) {
    await own.insert(Array.from({ length: Math.min(1_000, maxReminders - count) }, row))
  }
  const add = (title: string) => ana.post('/tasks/createTask', { title, reminders: ['2026-12-01T09:00'] })
  expect((await add('last')).status).toBe(201)
  const { status, body } = await add('more')
  expect([status, body.message]).toEqual([
    413,
    'You would have more than 20,000 reminders, which is the maximum. Remove some first.',
  ])
  expect((await ana.get('/tasks/getTasks')).body.tasks).toHaveLength(1)
  // Deleting is never refused, and its undo has some room.
  expect((await ana.delete('/tasks/deleteTask/1')).status).toBe(200)
  await own.insert([row()])
  expect((await undo(ana)).status).toBe(200)
  expect((await as('bo').post('/tasks/createTask', { title: 'x', reminders: ['2026-12-01T09:00'] })).status).toBe(201)
})
