import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import { trashOf } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { taskFormat } from '../../contract/task-fields.ts'
import { wireRules } from '../wiring.ts'
import { jsonRefresh } from './stored-json.ts'

/** Ana has two tasks, and a third one in the trash. Their stored JSON is as an older version may have written it. */
async function world(engine: Engine) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  for (const title of ['First', 'Second', 'Deleted']) await addTask(ana, { title })
  await ana.delete('/tasks/deleteTask/3')
  const { db } = app.database
  const outdate = () =>
    db.updateTable('tasks').set({ json: '{"title":"outdated"}', json_format: 0, words: ' outdated\n' }).execute()
  await outdate()
  const stored = () => db.selectFrom('tasks').select(['json', 'json_format', 'words']).orderBy('number').execute()
  return { ...app, ana, outdate, stored }
}

test.for(engines)('%s: outdated JSON is never sent', async (engine) => {
  const { ana } = await world(engine)
  expect((await listTasks(ana)).map(({ title }) => title)).toEqual(['Second', 'First'])
  for (const id of ['1', '#1']) {
    const { body } = await ana.get(`/tasks/task/${encodeURIComponent(id)}`)
    expect(body).toMatchObject({ number: 1, title: 'First', files: [] })
  }
  expect((await ana.get('/tasks/getTasks?status=Pending')).body.tasks).toHaveLength(2)
  expect((await ana.get('/tasks/getTasks?q=outdated')).body.tasks).toMatchObject([{ number: 2 }, { number: 1 }])
  expect((await trashOf(ana)).tasks).toMatchObject([{ title: 'Deleted' }])
  const { tasks, trash } = JSON.parse((await ana.get('/auth/export')).text)
  expect([tasks, trash.tasks]).toMatchObject([[{ title: 'Second' }, { title: 'First' }], [{ title: 'Deleted' }]])
})

test.for(engines)('%s: JSON is outdated after a node of an older version has changed its task', async (engine) => {
  const { ana, database } = await world(engine)
  await ana.put('/tasks/updateTask/1', { title: 'Renamed' })
  // An older node writes its own format, and does not record the version that the JSON was made from.
  await database.db
    .updateTable('tasks')
    .set((row) => ({ title: 'By an older node', json: '{"title":"outdated"}', version: row('version', '+', 1) }))
    .where('number', '=', 1)
    .execute()
  expect((await ana.get('/tasks/task/1')).body).toMatchObject({ title: 'By an older node', version: 3 })
})

test.for(engines)('%s: housekeeping rewrites outdated JSON and search words', async (engine) => {
  const { ana, stored, ...app } = await world(engine)
  const { jobs } = wireRules({ ...app, log: pino({ level: 'silent' }) })
  await jobs.runDue()
  const rows = await stored()
  expect(rows.map(({ json, json_format }) => [JSON.parse(json).title, json_format])).toEqual([
    ['First', taskFormat],
    ['Second', taskFormat],
    ['Deleted', taskFormat],
  ])
  expect(await found(ana, { q: 'first' })).toEqual([1])
  expect(await found(ana, { q: 'outdated' })).toEqual([])
})

test.for(engines)('%s: a task that is changed during the rewrite keeps its new JSON', async (engine) => {
  const { ana, database } = await world(engine)
  await jsonRefresh({
    ...database,
    async readAside(owner, query) {
      const rows = await database.readAside(owner, query)
      // The rows have been read and are about to be written.
      if (owner) await ana.put('/tasks/updateTask/1', { title: 'Changed meanwhile' })
      return rows
    },
  })()
  expect((await ana.get('/tasks/task/1')).body).toMatchObject({ title: 'Changed meanwhile', version: 2 })
})

test.for(engines)(
  '%s: a task that is deleted for good while its JSON is rebuilt is left out of the trash',
  async (engine) => {
    const { ana, database, ...app } = await world(engine)
    const { _id: owner } = await ana.user()
    let reads = 0
    const { trash } = wireRules({
      ...app,
      log: pino({ level: 'silent' }),
      database: {
        ...database,
        async readAside(owner, query) {
          const rows = await database.readAside(owner, query)
          // The list has been read; its outdated JSON is rebuilt next.
          if (++reads === 1) await ana.delete('/tasks/trash/3')
          return rows
        },
      },
    })
    const { content } = await trash.list(owner)
    expect(JSON.parse(String(content))).toEqual({ tasks: [], files: [] })
  },
)
