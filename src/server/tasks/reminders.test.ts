import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { deckOf, historyOf, redo, undo } from '../../../test/history.ts'
import { expectSoundLog } from '../../../test/log.ts'
import { addTask } from '../../../test/tasks.ts'

test.for(engines)('%s: reminders are stored, changed, undone, and listed', async (engine) => {
  const { as, database } = await testApp({ engine })
  const ana = as('ana')
  const reminders = ['2026-11-20T15:00', 'due-2T09:00']
  const task = await addTask(ana, { dueDate: '2026-11-20', reminders: reminders.toReversed() })
  expect(task.reminders).toEqual(reminders)
  expect((await addTask(ana, { title: 'Plain' })).reminders).toBeUndefined()
  await ana.put('/tasks/updateTask/1', { reminders: ['due-0T08:00'] })
  const after = await deckOf(ana)
  await undo(ana)
  expect((await ana.get('/tasks/task/1')).body.reminders).toEqual(reminders)
  await redo(ana)
  expect(await deckOf(ana)).toEqual(after)
  const { body } = await ana.post('/tasks/bulkUpdateTasks', { ids: ['1', '2'], change: { reminders: [] } })
  expect(body.tasks.map((changed: typeof task) => changed.reminders)).toEqual([undefined, undefined])
  const [last] = await historyOf(ana, task._id)
  expect([last?.before, last?.after]).toEqual([{ reminders: ['due-0T08:00'] }, { reminders: [] }])
  await expectSoundLog(database, (await ana.user())._id)
})

test.for(engines)('%s: reminders that two devices have changed are merged one by one', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const [one, two, three] = ['due-1T09:00', 'due-2T09:00', 'due-3T09:00'] as const
  const { version } = await addTask(ana, { dueDate: '2026-11-20', reminders: [one, two] })
  const based = { headers: { 'if-match': `"${version}"` } }
  const put = (reminders: string[]) => ana.send('PUT', '/tasks/updateTask/1', { reminders }, based)
  expect((await put([one])).body.task.reminders).toEqual([one])
  expect((await put([one, two, three])).body.task.reminders).toEqual([one, three])
  const many = Array.from({ length: 10 }, (_, index) => `due-${index + 10}T09:00`)
  const { status, body } = await put([one, ...many.slice(1)])
  expect([status, body.message]).toEqual([400, 'Task #1 would have more than 10 reminders.'])
})

test.for(engines)('%s: the task after a repeating one is reminded of as long before its due date', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const reminders = ['2026-11-14T15:00', 'due-2T09:00']
  await addTask(ana, { dueDate: '2026-11-16', repeat: { rule: 'FREQ=WEEKLY', from: 'due' }, reminders })
  const { body } = await ana.put('/tasks/updateTask/1', { status: 'Completed', next: { today: '2026-11-16' } })
  expect(body.nextTask).toMatchObject({
    dueDate: '2026-11-23T00:00:00.000Z',
    reminders: ['2026-11-21T15:00', 'due-2T09:00'],
  })
  expect(body.task.reminders).toEqual(reminders)
})

test('text that is not a reminder is refused, with words that help', async () => {
  const ana = (await testApp()).as('ana')
  await addTask(ana)
  const refusal = async (...reminders: string[]) => {
    const { status, body } = await ana.put('/tasks/updateTask/1', { reminders })
    return [status, body.message]
  }
  const help =
    'must be a day and a time such as 2026-11-20T15:00, or due-2T09:00 for 2 days before the due date, up to due-365.'
  for (const wrong of ['2026-02-30T15:00', 'tomorrow', 'due-366T09:00'])
    expect(await refusal(wrong)).toEqual([400, `reminders.0 ${help}`])
  const many = Array.from({ length: 11 }, (_, index) => `due-${index}T09:00`)
  expect(await refusal(...many)).toEqual([400, 'reminders must have at most 10 items.'])
})
