import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { liveApp } from '../../../test/live.ts'
import { type Pair, startPair } from '../../../test/postgres-pair.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { positionInTag } from '../../contract/log-position.ts'
import { openDatabase } from './open.ts'

let pair: Pair
beforeAll(async () => {
  if (process.env.TEST_ENGINE !== 'sqlite') pair = await startPair()
})
afterAll(() => pair?.stop())

function opened(url: string) {
  const database = openDatabase(url)
  onTestFinished(() => database.close())
  return database
}

/** The port of the server that a new node uses. */
async function portOf(url: string) {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(opened(url).db)
  return rows[0]?.port
}

test('postgres: a node follows a failover without a restart, loses no acknowledged write and lets its streams reload', {
  tags: 'long',
}, async () => {
  const app = await liveApp({ config: { databaseUrl: pair.url } })
  const ana = app.as('ana')
  const stream = await app.listen(ana)
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  const writing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, body } = await ana.post('/tasks/createTask', taskInput())
      statuses.add(status)
      if (status === 201) acknowledged.push(body.task._id)
      else await pause(10)
    }
  })
  const moreThan = async (count: number) => {
    while (acknowledged.length <= count) await pause(10)
  }
  await moreThan(20)
  const former = pair.primary()
  await former.kill()
  await pair.promote()
  await moreThan(acknowledged.length + 20)
  isOver = true
  await Promise.all(writing)

  const tasks = await listTasks(ana)
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  const found = new Set(tasks.map(({ _id }) => _id))
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
  // The new timeline begins an epoch, because nobody can know that nothing was lost. Within each, no event is missing.
  let reloads = 0
  for (let last = 0; last < tasks.length; ) {
    const { name, id = 0 } = await stream.next()
    if (name === 'reload') reloads++
    else expect([name, id]).toEqual(['change', last + 1])
    last = id
  }
  expect(reloads).toBe(2)

  // The former primary starts again, and would accept writes that are lost later.
  await former.start()
  expect(await portOf(former.url)).toBe(former.port)
  expect(await portOf(pair.url)).toBe(pair.primary().port)
  await pair.addStandby()
})

test('postgres: a server that becomes read-only is left, and used again when it accepts writes', {
  tags: 'long',
}, async () => {
  const { as } = await liveApp({ config: { databaseUrl: pair.url } })
  const bo = as('bo')
  await bo.user()
  const change = async (statement: string) => {
    await pair.primary().query(statement)
    await pair.primary().query('select pg_reload_conf()')
  }
  /** Creates tasks until the answer has this status, because PostgreSQL applies a setting a moment later. */
  const createUntil = async (status: number) => {
    for (;;) {
      const answer = await bo.post('/tasks/createTask', taskInput())
      if (answer.status === status) return answer
    }
  }
  await change("alter system set default_transaction_read_only = 'on'")
  const refused = await createUntil(503)
  expect([refused.headers['retry-after'], refused.body.code]).toEqual(['2', 'unavailable'])

  // With one server, reads go on, and a connection that has refused a write is replaced: its name may lead to another server now.
  const { db, transaction } = opened(pair.primary().url)
  const pidOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await pidOf()
  expect(await pidOf()).toBe(before)
  const write = transaction('bo', (tx) => tx.deleteFrom('attempts').execute())
  await expect(write).rejects.toMatchObject({ code: '25006' })
  expect(await pidOf()).not.toBe(before)

  await change('alter system reset default_transaction_read_only')
  await createUntil(201)
})

test('postgres: a failover that loses writes begins another epoch, also for the cached lists and streams of a node', {
  tags: 'long',
}, async () => {
  const app = await liveApp({ config: { databaseUrl: pair.url } })
  const cy = app.as('cy')
  const list = (tag?: string) =>
    cy.send('GET', '/tasks/getTasks', undefined, { headers: tag ? { 'if-none-match': tag } : {} })
  await addTask(cy, { title: 'kept' })
  // From now on, the standby receives nothing.
  await pair.standby().kill()
  const former = pair.primary()
  await former.query('alter system reset synchronous_standby_names')
  await former.query('select pg_reload_conf()')
  await addTask(cy, { title: 'A' })
  const stream = await app.listen(cy)
  const first = await stream.next()
  expect([first.name, first.id]).toEqual(['reload', 2])
  await addTask(cy, { title: 'B' })
  // From its first change on, the stream has caught up, and an outage does not end it.
  expect((await stream.next('change')).id).toBe(3)
  const tag = String((await list()).headers.etag)
  expect((await list(tag)).status).toBe(304)

  await former.kill()
  await pair.standby().start()
  await pair.promote()
  for (const title of ['X', 'Y']) {
    const create = async () => (await cy.post('/tasks/createTask', taskInput({ title }))).status
    await expect.poll(create, { timeout: 30_000 }).toBe(201)
  }
  const { status, body, headers } = await list(tag)
  expect([status, body.tasks.map((task: { title: string }) => task.title)]).toEqual([200, ['Y', 'X', 'kept']])
  expect([positionInTag(tag)?.seq, positionInTag(String(headers.etag))?.seq]).toEqual([3, 3])
  const next = await stream.next()
  expect([next.name, next.epoch]).toEqual(['reload', positionInTag(String(headers.etag))?.epoch])
  expect(next.epoch).not.toBe(first.epoch)
  await pair.addStandby()
})
