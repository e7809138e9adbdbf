import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { device } from '../../../test/deck.ts'
import { redo, undo } from '../../../test/history.ts'
import { withKey } from '../../../test/keys.ts'
import { liveApp } from '../../../test/live.ts'
import { copyTask } from '../../../test/many-tasks.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask } from '../../../test/tasks.ts'
import { cookieOf } from '../../../test/uploads.ts'
import { taskLimits } from '../../contract/tasks.ts'
import type { Config } from '../settings/config.ts'

/** With many cases, as many tasks as one change may have. */
const most = cases(2_500, taskLimits.bulkChange)

/** Ana with many tasks, and Bo with one. */
async function world(engine: (typeof engines)[number], count: number, config: Partial<Config> = {}, more: object = {}) {
  const app = await liveApp({ engine, config })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const ids = await copyTask(app.database, (await addTask(ana, { labels: ['old'], ...more }))._id, count)
  const { _id: owner } = await ana.user()
  await addTask(bo)
  return {
    ...app,
    ana,
    bo,
    ids,
    versions: Object.fromEntries(ids.map((id) => [id, 1])),
    /** The different values that Ana's tasks have. */
    async stored(column: 'status' | 'priority' | 'labels' | 'version' | 'trashed_at') {
      const rows = app.database.db.selectFrom('tasks').select(column).distinct().where('user_id', '=', owner)
      return (await rows.execute()).map((row) => row[column])
    },
  }
}

test.for(engines)(
  '%s: thousands of tasks are changed in one change, which is undone as one',
  { tags: 'long' },
  async (engine) => {
    const { ana, bo, ids, versions, stored, database } = await world(engine, most)
    const change = { status: 'Completed', addLabels: ['new'], removeLabels: ['old'] }
    const send = () => withKey(ana, 'all').post('/tasks/bulkUpdateTasks', { ids, versions, change })
    let isDone = false
    const sent = send().finally(() => {
      isDone = true
    })
    let served = 0
    for (; !isDone; served++) {
      expect((await bo.get('/tasks/getTasks')).body.tasks).toHaveLength(1 + served)
      await addTask(bo)
      // Requests without a break would take most of the time from the change.
      await pause(20)
    }
    expect(served, 'other users read and write meanwhile').toBeGreaterThan(5)

    const { status, body } = await sent
    expect([status, body]).toEqual([200, { message: `${most} tasks updated.`, change: 2, seq: most + 1 }])
    expect([await stored('status'), await stored('labels')]).toEqual([['Completed'], ['["new"]']])
    expect((await send()).body).toEqual(body)
    expect(await stored('version'), 'a repetition changes nothing').toEqual([2])
    const labels = database.db.selectFrom('labels').select('label').where('tasks', '>', 1)
    expect(await labels.execute()).toEqual([{ label: 'new' }])

    expect((await ana.get('/tasks/undo')).body.undo).toMatchObject({ change: 2, taskCount: most })
    expect((await undo(ana)).body).toMatchObject({ message: `Undone: ${most} tasks are as they were.` })
    expect([await stored('status'), await stored('labels')]).toEqual([['Pending'], ['["old"]']])
  },
)

test.for(engines)('%s: many tasks are moved to the trash and back in one change each', async (engine) => {
  const { ana, ids, stored } = await world(engine, 1_000)
  const removed = await ana.post('/tasks/bulkDeleteTasks', { ids })
  expect(removed.body).toEqual({ message: '1000 tasks deleted.', change: 2, seq: 1_001 })
  expect(await stored('trashed_at')).not.toContain(null)
  expect((await undo(ana)).body.message).toBe('Undone: 1000 tasks are back.')
  expect(await stored('trashed_at')).toEqual([null])
  expect((await redo(ana)).body.message).toBe('Redone: 1000 tasks are in the trash.')
  expect(await stored('trashed_at')).not.toContain(null)
  const again = await ana.post('/tasks/bulkUpdateTasks', { ids, change: { priority: 'Low' } })
  expect([again.status, again.body.ids.length]).toEqual([404, 1_000])
})

test.for(engines)('%s: if one of many tasks has been changed since, or is missing, none is changed', async (engine) => {
  const { ana, ids, versions, stored } = await world(engine, 1_000)
  await ana.put('/tasks/updateTask/995', { status: 'In Progress' })
  const answer = await ana.post('/tasks/bulkUpdateTasks', {
    ids,
    versions,
    change: { status: 'Completed', priority: 'Low' },
  })
  expect([answer.status, answer.body.conflicts.length, answer.body.message]).toEqual([
    412,
    1,
    'The status of task #995 was changed in the meantime. Nothing was overwritten.',
  ])
  const withMissing = { ids: [...ids, '1001'], change: { priority: 'Low' } }
  expect((await ana.post('/tasks/bulkUpdateTasks', withMissing)).status).toBe(404)
  expect(await stored('priority')).toEqual(['Medium'])
  // A field that was changed again is named, and nothing is undone.
  await ana.post('/tasks/bulkUpdateTasks', { ids, change: { priority: 'Low' } })
  await ana.put('/tasks/updateTask/3', { priority: 'High' })
  const undone = await undo(ana, 3)
  expect([undone.status, undone.body.message]).toEqual([
    409,
    'Task #3 has been changed again since: priority. Nothing was undone.',
  ])
  expect((await stored('priority')).sort()).toEqual(['High', 'Low'])
})

test.for(engines)('%s: a change of many tasks that exceeds a limit at its end changes nothing', async (engine) => {
  const { ana, ids, stored, database } = await world(engine, 400, { maxTextBytes: 10_000, maxLabels: 3 })
  const before = await everyRow(database)
  const update = (change: object) => ana.post('/tasks/bulkUpdateTasks', { ids, change })
  for (const change of [{ priority: 'Low' }, { addLabels: ['a', 'b', 'c'] }]) {
    const { status, body } = await update(change)
    expect([status, body.code]).toEqual([413, 'too_large'])
  }
  expect(await everyRow(database)).toEqual(before)
  // Deleting is never refused.
  expect((await ana.post('/tasks/bulkDeleteTasks', { ids })).status).toBe(200)
  expect(await stored('trashed_at')).not.toContain(null)
})

test.for(engines)(
  '%s: many repeating tasks are completed with their next ones, and undone as one change',
  async (engine) => {
    const { ana, ids, stored, database } = await world(engine, 400, {}, { repeat: { rule: 'FREQ=DAILY', from: 'due' } })
    const { body } = await ana.post('/tasks/bulkUpdateTasks', { ids, change: { status: 'Completed' } })
    expect(body).toEqual({ message: '400 tasks updated.', change: 2, seq: 801 })
    const count = async (status: 'Pending' | 'Completed') => {
      const rows = database.db.selectFrom('tasks').select('number').where('status', '=', status)
      return (
        await rows
          .where('trashed_at', 'is', null)
          .where('user_id', '=', (await ana.user())._id)
          .execute()
      ).length
    }
    expect([await count('Completed'), await count('Pending')]).toEqual([400, 400])
    expect((await undo(ana)).status).toBe(200)
    expect([await count('Completed'), await count('Pending')]).toEqual([0, 400])
    expect(await stored('version')).toEqual(expect.arrayContaining([2, 3]))
  },
)

test.for(engines)(
  '%s: an open browser follows a change of many tasks, and makes one, without loading them again',
  { tags: 'long' },
  async (engine) => {
    const many = cases(1_000, 2_000)
    const { ana, ids, origin, stored } = await world(engine, many)
    const browser = device(() => origin, await cookieOf(ana))
    await browser.open()
    await expect.poll(() => browser.view().tasks.length).toBe(many)
    await expect.poll(() => browser.isLive()).toBe(true)
    const { status } = await ana.post('/tasks/bulkUpdateTasks', { ids, change: { priority: 'High' } })
    expect(status).toBe(200)
    const isHigh = () => browser.view().tasks.every(({ priority }) => priority === 'High')
    await expect.poll(isHigh).toBe(true)
    const last = browser.store().recent().at(-1)
    expect([last?.change, last?.inverse.length], 'the events were applied, so that the browser can undo them').toEqual([
      2,
      many,
    ])

    // The browser changes all of them itself, as one change, and undoes it.
    const isStored = async (status: string) => (await stored('status')).join() === status
    const made = browser.store().make({ kind: 'updateMany', tasks: ids, change: { status: 'Completed' } })
    expect(
      browser.view().tasks.every(({ status }) => status === 'Completed'),
      'it is shown at once',
    ).toBe(true)
    await expect.poll(() => isStored('Completed')).toBe(true)
    await expect.poll(() => browser.view().changes).toEqual([])
    expect(made.inverse).toHaveLength(many)
    browser.store().make({ kind: 'undo', of: browser.store().loggedAs(made.id) ?? 0, effects: made.inverse })
    expect(browser.view().tasks.every(({ status }) => status === 'Pending')).toBe(true)
    await expect.poll(() => isStored('Pending')).toBe(true)
    browser.close()
  },
)
