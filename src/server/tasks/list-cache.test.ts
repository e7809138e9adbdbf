import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { listCache } from './list-cache.ts'

const bytes = (size: number) => Buffer.alloc(size)

test('a cached list is returned only for the same number', () => {
  const cache = listCache(1000)
  const list = bytes(10)
  cache.keep('ana', 7, list)
  expect(cache.find('ana', 7)).toBe(list)
  expect(cache.find('bo', 7)).toBeUndefined()
  expect(cache.find('ana', 8)).toBeUndefined()
  expect(cache.find('ana', 7)).toBeUndefined()
  expect(cache.size).toBe(0)
})

test('the cache stays below its limit and evicts the least recently used list', () => {
  const cache = listCache(1000)
  for (const key of ['a', 'b', 'c', 'd']) cache.keep(key, 1, bytes(250))
  expect(cache.find('a', 1)).toBeDefined()
  cache.keep('e', 1, bytes(250))
  expect(cache.size).toBe(1000)
  expect(cache.find('b', 1)).toBeUndefined()
  expect(cache.find('a', 1)).toBeDefined()
  cache.keep('a', 2, bytes(100))
  expect(cache.size).toBe(850)
})

test('a list that is too large is not cached, and a cache without space is empty', () => {
  const cache = listCache(1000)
  cache.keep('a', 1, bytes(251))
  expect([cache.find('a', 1), cache.size]).toEqual([undefined, 0])
  const none = listCache(0)
  none.keep('a', 1, bytes(1))
  expect([none.find('a', 1), none.size]).toEqual([undefined, 0])
})

test.for(engines)('%s: an unchanged list gets a 304 until a change on any node', async (engine) => {
  const one = await testApp({ engine })
  const two = engine === 'postgres' ? await testApp({ config: { databaseUrl: one.config.databaseUrl } }) : one
  const ana = one.as('ana')
  const task = await addTask(ana)
  const cookie = [...ana.cookies].map((pair) => pair.join('=')).join('; ')
  const list = (app: typeof one, url = '/tasks/getTasks', tag?: unknown) =>
    app.app.inject({ url, headers: { cookie, ...(tag ? { 'if-none-match': String(tag) } : {}) } })
  const first = await list(one)
  const tag = first.headers.etag
  for (const node of [one, two]) {
    const same = await list(node, undefined, tag)
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', tag])
    expect((await list(node)).json()).toEqual(first.json())
  }
  expect((await list(one, '/tasks/getTasks?status=Pending', tag)).statusCode).toBe(200)
  expect((await list(one, '/tasks/getTasks?status=Completed')).json()).toEqual({ tasks: [] })

  await ana.put(`/tasks/updateTask/${task._id}`, { status: 'Completed' })
  for (const node of [one, two]) {
    const changed = await list(node, undefined, tag)
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
    expect(changed.json().tasks).toMatchObject([{ status: 'Completed', version: 2 }])
  }
  expect((await list(one, '/tasks/getTasks?status=Pending')).json()).toEqual({ tasks: [] })
  expect((await list(one, '/tasks/getTasks?status=Completed')).json().tasks).toHaveLength(1)
})

test("another user's tag does not match", async () => {
  const app = await testApp()
  await addTask(app.as('ana'))
  await addTask(app.as('bo'))
  const theirs = (await app.as('ana').get('/tasks/getTasks')).headers.etag
  const mine = await app
    .as('bo')
    .send('GET', '/tasks/getTasks', undefined, { headers: { 'if-none-match': String(theirs) } })
  expect(mine.status).toBe(200)
})
