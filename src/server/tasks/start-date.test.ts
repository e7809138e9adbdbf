import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { historyOf, undo } from '../../../test/history.ts'
import { addTask } from '../../../test/tasks.ts'

test.for(engines)('%s: a task may have a start date, which can be filtered by, changed and undone', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  await addTask(ana)
  const early = await addTask(ana, { startDate: '2026-11-01' })
  await addTask(ana, { startDate: '2026-12-01T00:00:00.000Z' })
  expect(early.startDate).toBe('2026-11-01T00:00:00.000Z')
  expect(await found(ana, { startFrom: '2026-11-01', startTo: '2026-11-30' })).toEqual([2])
  expect(await found(ana, { startFrom: '2026-11-02' })).toEqual([3])

  await ana.put('/tasks/updateTask/2', { startDate: null })
  expect(await found(ana, { startTo: '2026-12-31' })).toEqual([3])
  await undo(ana)
  await ana.post('/tasks/bulkUpdateTasks', { ids: ['1', '2'], change: { startDate: '2026-10-05' } })
  expect(await found(ana, { startTo: '2026-10-05' })).toEqual([2, 1])
  expect((await historyOf(ana, early._id)).map(({ after }) => after?.startDate)).toEqual([
    '2026-10-05T00:00:00.000Z',
    '2026-11-01T00:00:00.000Z',
    null,
    '2026-11-01T00:00:00.000Z',
  ])
  const wrong = await ana.put('/tasks/updateTask/1', { startDate: 'tomorrow' })
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('startDate')])
})
