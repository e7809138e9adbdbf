import { expect, test } from 'vitest'
import { engines, migratedDatabase } from '../../../test/database.ts'
import { liveApp } from '../../../test/live.ts'
import { followShare, readerOf, shareIt } from '../../../test/shares.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { linkHeader } from '../../contract/shares.ts'
import { readerLimits } from './readers.ts'

/** A user who shares a view and a task. */
async function world(engine: (typeof engines)[number], config: object = {}) {
  let ahead = 0
  const app = await liveApp({ engine, config, dependencies: { clock: () => Date.now() + ahead } })
  const ana = app.as('ana')
  const { view } = (await ana.post('/views', { name: 'Release', address: '/list?label=release' })).body
  const task = await addTask(ana, { title: 'First', labels: ['release'] })
  return {
    ...{ ...app, ana, task, view: view.id as string },
    pass: (ms: number) => {
      ahead += ms
    },
  }
}

test.for(engines)('%s: an open page is told of changes that it shows, and of no others', async (engine) => {
  const { ana, view, task, origin, ...app } = await world(engine)
  const { secret } = await shareIt(ana, { view })
  const reader = readerOf(app, secret)
  const stream = await followShare(origin, secret)
  expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const tag = (await reader.open()).headers.etag
  expect(await stream.next()).toEqual({ name: 'changed', data: tag })
  await addTask(ana, { title: 'Not shown', labels: [] })
  await ana.put(`/tasks/updateTask/${task._id}`, { title: 'Second' })
  const changed = await stream.next()
  const page = await reader.open()
  expect([changed, page.body.tasks[0].title]).toEqual([{ name: 'changed', data: page.headers.etag }, 'Second'])
  // A change that is not in the log.
  await ana.put(`/views/${view}`, { name: 'Release 2' })
  expect(await stream.next()).toMatchObject({ name: 'changed' })
  expect((await reader.page()).title).toBe('Release 2')
  expect(stream.events).toEqual([])
})

test.for(engines)('%s: open pages end with their link, whatever ends it', async (engine) => {
  const { ana, view, task, origin, pass, database, ...app } = await world(engine)
  // The confirmation of a person would be too old once the clock has moved.
  const laptop = withToken(app, (await makeToken(ana, { name: 'laptop' })).token)
  const last = async (stream: Awaited<ReturnType<typeof followShare>>) => {
    await stream.ended
    return stream.events.at(-1)?.name
  }
  const makers = { view: { view }, task: { task: task._id }, expiring: { view, days: 1 } }
  const ends: [keyof typeof makers, (id: string) => unknown][] = [
    ['view', (id) => ana.delete(`/shares/${id}`)],
    ['view', (id) => laptop.post(`/shares/${id}/renew`, {})],
    ['expiring', () => pass(86_400_000)],
    ['task', () => ana.delete(`/tasks/deleteTask/${task._id}`)],
    ['view', () => ana.delete(`/views/${view}`)],
  ]
  for (const [kind, end] of ends) {
    const { share, secret } = await shareIt(laptop, makers[kind])
    const stream = await followShare(origin, secret)
    expect(await stream.next()).toMatchObject({ name: 'changed' })
    await end(share.id)
    expect(await last(stream)).toBe('ended')
  }
  await ana.post(`/tasks/trash/${task._id}/restore`)
  const { secret } = await shareIt(laptop, { task: task._id })
  const stream = await followShare(origin, secret)
  const { _id: user_id } = await ana.user()
  await database.db.insertInto('restrictions').values({ user_id, disabled_at: 1, max_file_bytes: null }).execute()
  expect(await last(stream)).toBe('ended')
})

test('a link that is revoked on one node ends the pages on the other one', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const here = await world('postgres', { databaseUrl })
  const there = await liveApp({ engine: 'postgres', config: { databaseUrl } })
  const { share, secret } = await shareIt(here.ana, { view: here.view })
  const stream = await followShare(there.origin, secret)
  expect(await stream.next()).toMatchObject({ name: 'changed' })
  await addTask(here.ana, { title: 'Another', labels: ['release'] })
  expect(await stream.next()).toMatchObject({ name: 'changed' })
  await here.ana.delete(`/shares/${share.id}`)
  await stream.ended
  expect(stream.events.at(-1)?.name).toBe('ended')
})

test('one address has a limited number of open pages, and leaves those of others and of the owner alone', async () => {
  const { ana, view, origin, listen } = await world('sqlite', { trustProxy: ['127.0.0.1'] })
  const { secret } = await shareIt(ana, { view })
  const from = (address: string) => followShare(origin, secret, { 'x-forwarded-for': address })
  const open = await Promise.all(Array.from({ length: readerLimits.perAddress }, () => from('192.0.2.1')))
  const refused = await from('192.0.2.1')
  expect([refused.status, (await refused.refusal()).message]).toEqual([
    429,
    'Too many pages of this link are open. This one is updated less often.',
  ])
  expect((await from('192.0.2.2')).status).toBe(200)
  expect((await listen(ana)).status).toBe(200)
  open[0]?.close()
  await expect.poll(async () => (await from('192.0.2.1')).status).toBe(200)
})

test('two hundred readers of one link are told of a change, and leave the owner alone', { tags: 'long' }, async () => {
  const { ana, view, task, origin, listen } = await world('sqlite', {
    trustProxy: ['127.0.0.1'],
    maxAddressConnections: 1_000,
  })
  const { secret } = await shareIt(ana, { view })
  const own = await listen(ana)
  expect((await own.next()).name).toBe('reload')
  const addressOf = (index: number) => `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}`
  const readers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const headers = { 'x-forwarded-for': addressOf(index) }
      const stream = await followShare(origin, secret, headers)
      const page = async () => {
        const response = await fetch(`${origin}/shared`, { headers: { ...headers, [linkHeader]: secret } })
        return { status: response.status, tag: response.headers.get('etag'), page: await response.json() }
      }
      return { stream, page }
    }),
  )
  await Promise.all(readers.map(({ stream }) => stream.next()))
  await ana.put(`/tasks/updateTask/${task._id}`, { title: 'Changed for all' })
  expect((await own.next()).name).toBe('change')
  const told = await Promise.all(readers.map(({ stream }) => stream.next()))
  const read = await Promise.all(readers.map(({ page }) => page()))
  const [first] = read
  expect(first).toMatchObject({ status: 200, page: { tasks: [{ title: 'Changed for all' }] } })
  for (const one of read) expect(one).toEqual(first)
  for (const event of told) expect(event).toEqual({ name: 'changed', data: first?.tag })
  expect(readers.flatMap(({ stream }) => stream.events)).toEqual([])
})
