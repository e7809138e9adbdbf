import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { coordinator } from '../../test/coordinator.ts'
import { type Engine, engines, isPartitioned, migratedDatabase } from '../../test/database.ts'
import { readerOf, shareIt } from '../../test/shares.ts'
import { addTask } from '../../test/tasks.ts'
import { makeToken, withToken } from '../../test/tokens.ts'
import { openDatabase } from './database/open.ts'
import { activeFollowers } from './history/unread-events.ts'
import { workingLinks } from './shares/working-links.ts'

/** An app that takes its database for a distributed one, so that it reads the directory and the rows of owners one after the other. */
async function world(engine: Engine) {
  const url = await migratedDatabase(engine)
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  const app = await testApp({ engine, config: { databaseUrl: url }, dependencies: { database } })
  database.isDistributed = true
  return { ...app, database, ana: app.as('ana') }
}

const tagOf = ({ headers }: { headers: Record<string, unknown> }) => {
  expect(headers.etag).toMatch(/^W/)
  return headers.etag
}

test.for(engines)('%s: sessions and tokens know the position of their owner', async (engine) => {
  const { ana, as, database, ...app } = await world(engine)
  const { status, body } = await ana.get('/auth/verify')
  expect([status, body.user.username]).toEqual([200, 'ana'])
  await addTask(ana, { title: 'write' })
  const { token } = await makeToken(ana, { scope: 'read' })
  const program = withToken(app, token)
  const first = tagOf(await program.get('/tasks/getTasks'))
  expect(first).toBe(tagOf(await ana.get('/tasks/getTasks')))
  await addTask(as('bo'), { title: 'of another' })
  expect(tagOf(await program.get('/tasks/getTasks'))).toBe(first)
  await addTask(ana, { title: 'and again' })
  const second = tagOf(await program.get('/tasks/getTasks'))
  expect(second).not.toBe(first)
  // A coordinator refuses the statement of a single server.
  database.isDistributed = Boolean(coordinator)
  expect(tagOf(await program.get('/tasks/getTasks'))).toBe(second)
  database.isDistributed = true
  expect((await withToken(app, `${token.slice(0, -1)}x`).get('/tasks/getTasks')).status).toBe(401)
})

test.for(engines)('%s: a calendar changes its tag with the tasks of its owner', async (engine) => {
  const { ana, visitor } = await world(engine)
  const { path } = (await ana.post('/calendars', { name: 'Mine', kind: 'todos' })).body
  const first = tagOf(await visitor().get(path))
  expect(tagOf(await visitor().get(path))).toBe(first)
  await addTask(ana, { title: 'write' })
  expect(tagOf(await visitor().get(path))).not.toBe(first)
})

test.for(engines)('%s: a shared link works until its task is in the trash or its view is deleted', async (engine) => {
  const { ana, database, ...app } = await world(engine)
  const { view } = (await ana.post('/views', { name: 'All', address: '/list' })).body
  const { _id: task } = await addTask(ana, { title: 'write' })
  const links = [await shareIt(ana, { view: view.id }), await shareIt(ana, { task })]
  const statuses = () => Promise.all(links.map(async ({ secret }) => (await readerOf(app, secret).open()).status))
  const ids = links.map(({ share }) => share.id)
  const open = async () => [...(await workingLinks(database).open(ids, Date.now())).keys()].sort()
  expect([await statuses(), await open()]).toEqual([[200, 200], [...ids].sort()])
  await ana.delete(`/tasks/deleteTask/${task}`)
  expect([await statuses(), await open()]).toEqual([[200, 404], [ids[0]]])
  await ana.delete(`/views/${view.id}`)
  expect([await statuses(), await open()]).toEqual([[404, 404], []])
})

test('a reader of the log has unread events when the log has grown, and none while its owner cannot be read', async () => {
  const { ana, database } = await world('sqlite')
  await addTask(ana, { title: 'write' })
  const owner = (await ana.get('/auth/verify')).body.user._id
  const followers = {
    active: async () => [],
    activeWithSeq: async () => [0, 99].map((seq) => ({ user_id: owner, id: `at ${seq}`, seq })),
  }
  const find = activeFollowers(database, followers)
  expect((await find()).map(({ id, unread }) => [id, unread])).toEqual([
    ['at 0', true],
    ['at 99', false],
  ])
  const broken = Object.assign(new Error('the worker is gone'), { errcode: 10 })
  const unread = activeFollowers({ ...database, prepare: () => () => Promise.reject(broken) }, followers)
  expect((await unread()).map((follower) => follower.unread)).toEqual([false, false])
})

test.for(engines)('%s: a migrated database knows whether it divides the rows of owners', async (engine) => {
  const url = await migratedDatabase(engine)
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  expect(await database.dividesOwners()).toBe(isPartitioned(url))
})
