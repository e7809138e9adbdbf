import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { deckOf, historyOf, redo, trashOf, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { up } from '../database/migrations/033-days-beyond-the-calendar.ts'

const at = (day: string) => `${day}T00:00:00.000Z`
/** Undo makes new versions. */
const plain = ({ version, updatedAt, ...task }: Task) => task
const weekly = { rule: 'FREQ=WEEKLY', from: 'due' }
const done = (today = '2026-11-16', _id?: string) => ({ status: 'Completed', next: { today, ...(_id ? { _id } : {}) } })

test.for(engines)('%s: completing a repeating task keeps it and adds the next one, in one change', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const task = await addTask(ana, {
    title: 'Water the plants',
    description: '- [x] kitchen\n- [ ] hall\n```\n- [x] code\n```\n1. [X] list',
    dueDate: '2026-11-16',
    startDate: '2026-11-14',
    labels: ['home'],
    priority: 'High',
    repeat: { rule: 'rrule:freq=weekly;interval=1', from: 'due' },
  })
  expect(task.repeat).toEqual(weekly)
  await ana.put('/tasks/updateTask/1', { status: 'In Progress', position: 7 })
  const before = await deckOf(ana)

  const _id = randomUUID()
  const { status, body } = await ana.put('/tasks/updateTask/1', done('2026-11-16', _id))
  expect([status, body.task.status, body.task.number, body.task.repeat]).toEqual([200, 'Completed', 1, null])
  expect(body.nextTask).toMatchObject({
    ...{ _id, number: 2, version: 1, title: 'Water the plants', labels: ['home'], priority: 'High', status: 'Pending' },
    ...{ dueDate: at('2026-11-23'), startDate: at('2026-11-21'), repeat: weekly, completedAt: null, position: 7 },
    description: '- [ ] kitchen\n- [ ] hall\n```\n- [x] code\n```\n1. [ ] list',
  })
  expect(body.seq - body.change).toBe(1)
  const after = await deckOf(ana)

  const { body: undone } = await undo(ana)
  expect([undone.step.task.number, undone.step.taskCount, undone.step.kind]).toEqual([1, 1, 'updated'])
  expect((await deckOf(ana)).present).toEqual(before.present)
  expect((await trashOf(ana)).tasks.map(({ number }) => number)).toEqual([2])
  const { body: redone } = await redo(ana)
  expect([redone.step.task.number, redone.step.taskCount]).toEqual([1, 1])
  expect(await deckOf(ana)).toEqual(after)
  expect((await historyOf(ana, _id)).map(({ kind }) => kind)).toEqual(['restored', 'trashed', 'created'])
  await expectSoundLog(database, (await ana.get('/auth/verify')).body.user._id)
})

test.for(engines)('%s: late, the next date is not before today, unless missed dates are kept', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const kept = { ...weekly, missed: 'keep' }
  await addTask(ana, { dueDate: '2026-11-01', repeat: weekly })
  const task = await addTask(ana, { dueDate: '2026-11-01', repeat: kept })
  expect(task.repeat).toEqual(kept)
  const [left, late] = [await ana.put('/tasks/updateTask/1', done()), await ana.put('/tasks/updateTask/2', done())]
  expect(left.body.nextTask).toMatchObject({ dueDate: at('2026-11-22'), repeat: weekly })
  expect(late.body.nextTask).toMatchObject({ dueDate: at('2026-11-08'), repeat: kept })
  const { body } = await ana.put('/tasks/updateTask/4', { repeat: { ...kept, from: 'completion' } })
  expect(body.task.repeat).toEqual({ ...weekly, from: 'completion' })
  expect((await ana.put('/tasks/updateTask/4', { repeat: { ...weekly, missed: 'drop' } })).status).toBe(400)
})

test.for(engines)('%s: a completed task that is reopened and completed again adds no second one', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { dueDate: '2026-11-16', repeat: weekly })
  await ana.put('/tasks/updateTask/1', done())
  await ana.put('/tasks/updateTask/1', done())
  await ana.put('/tasks/updateTask/1', { status: 'Pending' })
  await ana.put('/tasks/updateTask/1', done())
  expect((await listTasks(ana)).map(({ number, repeat }) => [number, repeat?.rule])).toEqual([
    [2, 'FREQ=WEEKLY'],
    [1, undefined],
  ])
})

test.for(engines)('%s: a completion cannot be undone after the next task was completed too', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { dueDate: '2026-11-16', repeat: weekly })
  const { body } = await ana.put('/tasks/updateTask/1', done())
  await ana.put('/tasks/updateTask/2', done('2026-11-23'))
  const refused = await undo(ana, body.change)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('#2')])
  expect(await found(ana, { repeat: 'any' })).toEqual([3])
  for (const _ of [1, 2]) expect((await undo(ana)).status).toBe(200)
  expect(await found(ana, { repeat: 'any' })).toEqual([1])
})

test.for(engines)('%s: completing the last task of a rule adds no other one', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { dueDate: '2026-11-16', repeat: { rule: 'FREQ=DAILY;COUNT=2', from: 'due' } })
  await addTask(ana, { dueDate: '2026-11-16', repeat: { rule: 'FREQ=DAILY;UNTIL=20261116', from: 'due' } })
  const { body } = await ana.put('/tasks/updateTask/1', done())
  expect(body.nextTask.repeat.rule).toBe('FREQ=DAILY;COUNT=1')
  expect((await ana.put('/tasks/updateTask/3', done('2026-11-17'))).body).not.toHaveProperty('nextTask')
  expect((await ana.put('/tasks/updateTask/2', done())).body).not.toHaveProperty('nextTask')
  expect(await listTasks(ana)).toHaveLength(3)
})

test.for(engines)('%s: the next task is not overdue, and may be counted from the completion', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const nextDue = async (fields: object, today: string) => {
    const { number } = await addTask(ana, fields)
    return (await ana.put(`/tasks/updateTask/${number}`, done(today))).body.nextTask.dueDate.slice(0, 10)
  }
  const everyThird = (from: string) => ({ rule: 'FREQ=DAILY;INTERVAL=3', from })
  expect(await nextDue({ dueDate: '2026-11-01', repeat: everyThird('due') }, '2026-11-16')).toBe('2026-11-16')
  expect(await nextDue({ dueDate: '2026-11-01', repeat: everyThird('completion') }, '2026-11-16')).toBe('2026-11-19')
  expect(await nextDue({ dueDate: '2026-11-20', repeat: everyThird('due') }, '2026-11-16')).toBe('2026-11-23')
  expect(await nextDue({ dueDate: null, repeat: everyThird('due') }, '2026-11-16')).toBe('2026-11-19')
})

test.for(engines)(
  '%s: without the day of the client, the time zone of the account and the hour at which its days begin decide',
  async (engine) => {
    const clock = () => Date.parse('2026-11-16T23:30:00Z')
    const ana = (await testApp({ engine, dependencies: { clock } })).as('ana')
    const repeat = { rule: 'FREQ=DAILY', from: 'completion' }
    for (const [index, [timeZone, day, dayStart = 0]] of (
      [
        ['', '2026-11-17'],
        ['Pacific/Auckland', '2026-11-18'],
        ['America/New_York', '2026-11-17'],
        ['Asia/Tokyo', '2026-11-18', 8],
        ['Asia/Tokyo', '2026-11-17', 9],
      ] as [string, string, number?][]
    ).entries()) {
      await ana.put('/auth/preferences', { timeZone, dayStart })
      await addTask(ana, { repeat })
      const { body } = await ana.put(`/tasks/updateTask/${index * 2 + 1}`, { status: 'Completed' })
      expect([timeZone, body.nextTask.dueDate]).toEqual([timeZone, at(day)])
    }
  },
)

test.for(engines)('%s: many tasks are completed as one change, with the next of each that repeats', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const tasks = Array.from({ length: 100 }, (_, index) => ({
    title: `Task ${index}`,
    dueDate: '2026-11-16',
    ...(index % 2 ? { repeat: weekly } : {}),
  }))
  for (let batch = 0; batch < 3; batch++) await ana.post('/tasks/bulkCreateTasks', { tasks })
  const all = await listTasks(ana)
  const repeating = all.filter(({ repeat }) => repeat)
  const ids = Object.fromEntries(repeating.map(({ _id }) => [_id, randomUUID()]))
  const body = { ids: all.map(({ _id }) => _id), change: { status: 'Completed' }, next: { ids, today: '2026-11-16' } }
  const twice = { ...body, next: { ...body.next, ids: { ...ids, [repeating[0]?._id ?? '']: Object.values(ids)[149] } } }
  expect((await ana.post('/tasks/bulkUpdateTasks', twice)).status).toBe(409)
  const strange = { ...body, ids: all.slice(1).map(({ _id }) => _id) }
  expect((await ana.post('/tasks/bulkUpdateTasks', strange)).body.message).toContain('next.ids')

  expect((await ana.post('/tasks/bulkUpdateTasks', body)).status).toBe(200)
  const now = await listTasks(ana)
  expect(now).toHaveLength(450)
  const byId = new Map(now.map((task) => [task._id, task]))
  for (const { _id, title } of repeating) {
    expect(byId.get(ids[_id] ?? '')).toMatchObject({
      title,
      dueDate: at('2026-11-23'),
      status: 'Pending',
      repeat: weekly,
    })
  }
  expect((await undo(ana)).status).toBe(200)
  expect((await listTasks(ana)).map(plain)).toEqual(all.map(plain))
  await redo(ana)
  expect((await listTasks(ana)).map(({ _id, status }) => [_id, status])).toEqual(
    now.map(({ _id, status }) => [_id, status]),
  )
  await expectSoundLog(database, (await ana.get('/auth/verify')).body.user._id)
})

test.for(engines)('%s: a repetition of the call, and a second client, add no second task', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { dueDate: '2026-11-16', repeat: weekly })
  const _id = randomUUID()
  const send = (id: string, headers: Record<string, string>) =>
    ana.send('PUT', '/tasks/updateTask/1', done('2026-11-16', id), { headers })
  const first = await send(_id, { 'idempotency-key': 'complete-1' })
  const again = await send(_id, { 'idempotency-key': 'complete-1' })
  expect(again.body).toEqual(first.body)
  const other = await send(randomUUID(), { 'if-match': '"1"' })
  expect([other.status, other.body.nextTask]).toEqual([200, undefined])
  expect(await listTasks(ana)).toHaveLength(2)
  const taken = await addTask(ana, { dueDate: '2026-11-16', repeat: weekly })
  expect((await ana.put(`/tasks/updateTask/${taken.number}`, done('2026-11-16', _id))).status).toBe(409)
  expect((await ana.get(`/tasks/task/${taken.number}`)).body.status).toBe('Pending')
})

test.for(engines)('%s: tasks can be filtered by whether they repeat, and wrong rules are refused', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana)
  await addTask(ana, { repeat: weekly })
  expect([await found(ana, { repeat: 'any' }), await found(ana, { repeat: 'none' })]).toEqual([[2], [1]])
  await ana.post('/tasks/bulkUpdateTasks', {
    ids: ['1', '2'],
    change: { repeat: { rule: 'FREQ=DAILY', from: 'completion' } },
  })
  expect(await found(ana, { repeat: 'any', due: 'any' })).toEqual([2, 1])
  const wrong = await ana.put('/tasks/updateTask/1', { repeat: { rule: 'FREQ=HOURLY', from: 'due' } })
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    'repeat.rule is not supported: FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.',
  ])
  for (const repeat of [
    { rule: 'FREQ=DAILY' },
    { rule: 'FREQ=DAILY', from: 'birth' },
    'FREQ=DAILY',
    { ...weekly, x: 1 },
  ]) {
    expect((await ana.put('/tasks/updateTask/1', { repeat })).status).toBe(400)
  }
  await ana.put('/tasks/updateTask/1', { repeat: null })
  expect(await found(ana, { repeat: 'any' })).toEqual([2])
})

test('a task that was added as completed has no next one', async () => {
  const ana = (await testApp()).as('ana')
  await addTask(ana, { status: 'Completed', repeat: weekly })
  expect(await listTasks(ana)).toHaveLength(1)
})

test('the limit of tasks counts the next one', async () => {
  const ana = (await testApp({ config: { maxTasks: 1 } })).as('ana')
  await addTask(ana, { repeat: weekly })
  expect((await ana.put('/tasks/updateTask/1', done())).status).toBe(413)
  expect((await listTasks(ana)).map(({ status }) => status)).toEqual(['Pending'])
})

const someday = '9999-12-31'

test.for(engines)('%s: the task after one that was put off to someday starts at once', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana, { dueDate: '2026-11-16', startDate: someday, repeat: weekly })
  const { body } = await ana.put('/tasks/updateTask/1', done())
  expect([body.task.startDate, body.nextTask.startDate, body.nextTask.dueDate]).toEqual([
    at(someday),
    null,
    at('2026-11-23'),
  ])
  // A start that would be after the last year of the calendar is left out, too.
  await addTask(ana, { dueDate: '2026-11-16', startDate: '9999-12-30', repeat: weekly })
  expect((await ana.put('/tasks/updateTask/3', done())).body.nextTask.startDate).toBeNull()
})

test.for(engines)(
  '%s: a start after the end of the calendar is read as someday, and can be changed',
  async (engine) => {
    const { as, database } = await testApp({ engine })
    const ana = as('ana')
    await addTask(ana, { dueDate: '2026-11-16', startDate: someday })
    await database.db.updateTable('tasks').set({ start_date: '+010000-01' }).execute()
    await up(database.db as unknown as Kysely<unknown>)
    expect((await listTasks(ana)).map(({ startDate }) => startDate)).toEqual([at(someday)])
    expect((await ana.get('/tasks/task/1')).body.startDate).toBe(at(someday))
    // A node of the former version may write it again.
    await database.db.updateTable('tasks').set({ start_date: '+010000-01' }).execute()
    const { body } = await ana.put('/tasks/updateTask/1', { title: 'Renamed' })
    expect(body.task).toMatchObject({ title: 'Renamed', startDate: at(someday) })
    expect((await ana.put('/tasks/updateTask/1', { startDate: '2026-11-17' })).body.task.startDate).toBe(
      at('2026-11-17'),
    )
    await undo(ana)
    expect((await ana.get('/tasks/task/1')).body.startDate).toBe(at(someday))
  },
)

test.for(engines)('%s: a repetition that never comes after the due date is refused', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const repeat = { rule: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', from: 'due' }
  const refusal = {
    status: 400,
    body: {
      message:
        'repeat.rule is not possible: No date of this rule comes after the due date 2027-02-10. Change the rule or the due date.',
    },
  }
  const task = await addTask(ana, { dueDate: '2027-02-10' })
  const calls = [
    ana.post('/tasks/createTask', { title: 'Rent', dueDate: '2027-02-10', repeat }),
    ana.put('/tasks/updateTask/1', { repeat }),
    ana.post('/tasks/bulkUpdateTasks', { ids: ['1'], change: { repeat } }),
  ]
  for (const response of await Promise.all(calls)) expect(response).toMatchObject(refusal)
  expect((await ana.put('/tasks/updateTask/1', { dueDate: '2027-01-10', repeat })).status).toBe(200)
  // The repetition of an existing task does not stand in the way of its other values. Completing it ends the series.
  await ana.put('/tasks/updateTask/1', { dueDate: '2027-02-10' })
  expect((await ana.put('/tasks/updateTask/1', { title: 'Renamed', repeat })).status).toBe(200)
  const { body } = await ana.put('/tasks/updateTask/1', done('2027-02-10'))
  expect([body.task.status, body.nextTask]).toEqual(['Completed', undefined])
  await expectSoundLog(database, (await ana.get('/auth/verify')).body.user._id)
  expect(task.repeat).toBeNull()
})
