import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { deckOf, historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { Criterion } from '../../contract/done-when.ts'

const criterion = (text: string, values: Partial<Criterion> = {}): Criterion => ({
  id: randomUUID(),
  text,
  isMet: false,
  ...values,
})

test.for(engines)('%s: criteria are stored in their order, found, ticked, undone and listed', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const [one, two] = [
    criterion('Limiter tests pass', { command: 'npm test -- limiter' }),
    criterion('Survives a restart'),
  ]
  const task = await addTask(ana, { doneWhen: [one, { text: '  Docs say so ' }] as Criterion[] })
  const third = task.doneWhen?.[1]
  expect(task.doneWhen).toEqual([
    one,
    { id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'Docs say so', isMet: false },
  ])
  expect((await addTask(ana, { title: 'Plain' })).doneWhen).toBeUndefined()
  const criteria = [two, third, { ...one, isMet: true }]
  const { body } = await ana.put('/tasks/updateTask/1', { doneWhen: criteria })
  expect(body.task.doneWhen).toEqual(criteria)
  const found = async (q: string) =>
    (await ana.get(`/tasks/getTasks?q=${q}`)).body.tasks.map(({ number }: never) => number)
  expect(await found('restart')).toEqual([1])
  expect(await found('npm')).toEqual([1])
  expect((await listTasks(ana)).find(({ number }) => number === 1)?.doneWhen).toEqual(criteria)
  const after = await deckOf(ana)
  await undo(ana)
  expect((await ana.get('/tasks/task/1')).body.doneWhen).toEqual(task.doneWhen)
  expect(await found('restart')).toEqual([])
  await redo(ana)
  expect(await deckOf(ana)).toEqual(after)
  expect((await ana.put('/tasks/updateTask/1', { doneWhen: [] })).body.task.doneWhen).toBeUndefined()
  const [last] = await historyOf(ana, task._id)
  expect([last?.before, last?.after, last?.via]).toEqual([{ doneWhen: criteria }, { doneWhen: [] }, 'session'])
  await expectSoundLog(database, (await ana.user())._id)
})

test.for(engines)('%s: criteria that two devices have changed are merged one by one', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const [one, two] = [criterion('One'), criterion('Two')]
  const { version } = await addTask(ana, { doneWhen: [one, two] })
  const based = { headers: { 'if-match': `"${version}"` } }
  const put = (doneWhen: Criterion[]) => ana.send('PUT', '/tasks/updateTask/1', { doneWhen }, based)
  const added = criterion('Three')
  expect((await put([{ ...one, isMet: true }, two])).status).toBe(200)
  const merged = [{ ...one, isMet: true }, { ...two, text: 'Two again' }, added]
  expect((await put([one, { ...two, text: 'Two again' }, added])).body.task.doneWhen).toEqual(merged)
  const { status, body } = await put([one, { ...two, text: 'Two, please' }])
  expect([status, body.task.doneWhen, body.conflicts[0].base]).toEqual([412, merged, { doneWhen: [one, two] }])
  expect(body.message).toBe('The criteria of task #1 were changed in the meantime. Nothing was overwritten.')
})

test.for(engines)('%s: the task after a repeating one has the same criteria, and none is met', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const doneWhen = [criterion('Backups are restored', { command: 'make restore', isMet: true })]
  await addTask(ana, { dueDate: '2026-11-16', repeat: { rule: 'FREQ=WEEKLY', from: 'due' }, doneWhen })
  const { body } = await ana.put('/tasks/updateTask/1', { status: 'Completed', next: { today: '2026-11-16' } })
  expect(body.task.doneWhen).toEqual(doneWhen)
  expect(body.nextTask.doneWhen).toEqual([{ ...doneWhen[0], isMet: false }])
})

test('criteria that are not possible are refused in words', async () => {
  const ana = (await testApp()).as('ana')
  const task = await addTask(ana, {})
  const id = randomUUID()
  const problems: [unknown, string][] = [
    [[{ text: 'a\nb' }], 'doneWhen.0.text must be one line of 1 to 200 characters.'],
    [[{ text: 'x'.repeat(201) }], 'doneWhen.0.text must be one line of 1 to 200 characters.'],
    [[{ text: ' ' }], 'doneWhen.0.text must be one line of 1 to 200 characters.'],
    [
      [{ text: 'a', command: 'rm \u202e-rf' }],
      'doneWhen.0.command must be one line of 1 to 1000 characters, none of them hidden.',
    ],
    [[{ text: 'a', by: 'me' }], 'doneWhen.0.by is not a known field.'],
    [[{ id: '1', text: 'a' }], 'doneWhen.0.id must be a UUID in lower case'],
    [Array.from({ length: 21 }, () => ({ text: 'a' })), 'doneWhen must have at most 20 items.'],
    [
      [
        { id, text: 'a' },
        { id, text: 'b' },
      ],
      `doneWhen has two criteria with the id ${id}.`,
    ],
  ]
  for (const [doneWhen, problem] of problems) {
    const { status, body } = await ana.put('/tasks/updateTask/1', { doneWhen })
    expect([status, body.message]).toEqual([400, expect.stringContaining(problem)])
    expect((await ana.post('/tasks/createTask', { title: 'x', doneWhen })).status).toBe(400)
  }
  expect((await ana.get('/tasks/task/1')).body.version).toBe(task.version)
  const emoji = [{ text: '🙂'.repeat(200), command: `echo ${'é'.repeat(995)}` }]
  expect((await ana.put('/tasks/updateTask/1', { doneWhen: emoji })).status).toBe(200)
})

test('a criterion without an id is the one with the same sentence, which keeps its tick', async () => {
  const ana = (await testApp()).as('ana')
  const [one, two] = [criterion('One', { isMet: true }), criterion('Two')]
  await addTask(ana, { doneWhen: [one, two] })
  const given = [{ text: 'Two', command: 'true' }, { text: 'One ' }, { text: 'One', isMet: true }]
  const { body } = await ana.put('/tasks/updateTask/1', { doneWhen: given })
  const third = { id: expect.not.stringMatching(one.id), text: 'One', isMet: true }
  expect(body.task.doneWhen).toEqual([{ ...two, command: 'true' }, one, third])
})
