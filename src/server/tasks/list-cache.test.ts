import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { countCompressions, decompress } from '../../../test/compression.ts'
import { engines } from '../../../test/database.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { listCache } from './list-cache.ts'

const bytes = (size: number) => Buffer.alloc(size)
const at = (seq: number, epoch = 'one') => ({ seq, epoch })

test('a cached list is returned only for the same number', () => {
  const cache = listCache(1000)
  const list = bytes(10)
  cache.keep('ana', at(7), list)
  expect(cache.find('ana', at(7))).toBe(list)
  expect(cache.find('bo', at(7))).toBeUndefined()
  expect(cache.find('ana', at(8))).toBeUndefined()
  expect(cache.find('ana', at(7))).toBeUndefined()
  expect(cache.size).toBe(0)
})

test('a list of another epoch is forgotten, whatever its number', () => {
  const cache = listCache(1000)
  for (const seq of [6, 7, 8]) {
    cache.keep('ana', at(7), bytes(10))
    expect(cache.find('ana', at(seq, 'two'))).toBeUndefined()
    expect(cache.size).toBe(0)
    cache.keep('ana', at(7), bytes(10))
    cache.keep('ana', at(seq, 'two'), bytes(20))
    expect(cache.find('ana', at(seq, 'two'))).toEqual(bytes(20))
  }
})

test('the cache stays below its limit and evicts the least recently used list', () => {
  const cache = listCache(1000)
  for (const key of ['a', 'b', 'c', 'd']) cache.keep(key, at(1), bytes(250))
  expect(cache.find('a', at(1))).toBeDefined()
  cache.keep('e', at(1), bytes(250))
  expect(cache.size).toBe(1000)
  expect(cache.find('b', at(1))).toBeUndefined()
  expect(cache.find('a', at(1))).toBeDefined()
  cache.keep('a', at(2), bytes(100))
  expect(cache.size).toBe(850)
})

test('a list that is too large is not cached, and a cache without space is empty', () => {
  const cache = listCache(1000)
  cache.keep('a', at(1), bytes(251))
  expect([cache.find('a', at(1)), cache.size]).toEqual([undefined, 0])
  const none = listCache(0)
  none.keep('a', at(1), bytes(1))
  expect([none.find('a', at(1)), none.size]).toEqual([undefined, 0])
})

test('the compressed forms of a list are cached with it, and count against the limit', () => {
  const cache = listCache(1000)
  cache.keep('ana', at(7), bytes(200))
  cache.keep('ana', at(7), bytes(50), 'zstd')
  cache.keep('ana', at(7), bytes(60), 'gzip')
  cache.keep('ana', at(7), bytes(70), 'gzip')
  expect(cache.size).toBe(320)
  expect([cache.find('ana', at(7), 'zstd'), cache.find('ana', at(7), 'gzip')]).toEqual([bytes(50), bytes(70)])
  expect(cache.find('ana', at(7), 'br')).toBeUndefined()
  for (const key of ['b', 'c', 'd']) cache.keep(key, at(1), bytes(250), 'br')
  expect([cache.find('ana', at(7)), cache.find('ana', at(7), 'zstd'), cache.size]).toEqual([undefined, undefined, 750])
})

test('a list that was read before a change does not replace the newer one', () => {
  const cache = listCache(1000)
  cache.keep('ana', at(8), bytes(20))
  cache.keep('ana', at(7), bytes(10))
  cache.keep('ana', at(7), bytes(10), 'zstd')
  expect(cache.find('ana', at(7))).toBeUndefined()
  expect([cache.find('ana', at(8)), cache.find('ana', at(8), 'zstd'), cache.size]).toEqual([bytes(20), undefined, 20])
})

async function addMany(person: Person, hundreds: number, description: string) {
  const tasks = Array(100).fill(taskInput({ description }))
  for (let bulk = 0; bulk < hundreds; bulk++) await person.post('/tasks/bulkCreateTasks', { tasks })
}

test.for(
  engines.flatMap(
    (engine) =>
      [
        [engine, 'short', 1, 'x'],
        [engine, 'of several pages', 2, 'x'],
        [engine, 'of several megabytes', 3, 'x'.repeat(10_000)],
      ] as const,
  ),
)('%s: a list that is %s is compressed once', async ([engine, , hundreds, description]) => {
  const ana = (await testApp({ engine })).as('ana')
  await addMany(ana, hundreds, description)
  const compressions = countCompressions()
  const list = (encoding: string) =>
    ana.send('GET', '/tasks/getTasks', undefined, { headers: { 'accept-encoding': encoding } })
  const first = await list('gzip, br, zstd')
  expect(first.headers['content-encoding']).toBe('zstd')
  expect(decompress('zstd', first.bytes).tasks).toHaveLength(hundreds * 100)
  expect(compressions()).toBe(1)
  const again = await list('zstd')
  expect(again.bytes).toEqual(first.bytes)
  expect(again.headers).toMatchObject({
    'content-encoding': 'zstd',
    vary: 'accept-encoding',
    etag: first.headers.etag,
    'content-type': first.headers['content-type'],
  })
  expect(compressions()).toBe(1)
  for (let twice = 0; twice < 2; twice++) {
    expect(decompress('gzip', (await list('gzip')).bytes)).toEqual(decompress('zstd', first.bytes))
    expect(compressions()).toBe(2)
  }
  await addTask(ana)
  expect(decompress('zstd', (await list('zstd')).bytes).tasks).toHaveLength(hundreds * 100 + 1)
  expect(compressions()).toBe(3)
})

test('the weak tag of a list is the same in every coding, and any form of it in If-None-Match gives a 304', async () => {
  const ana = (await testApp()).as('ana')
  await addMany(ana, 1, 'x')
  const list = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    ana.send(method, '/tasks/getTasks', undefined, { headers })
  const tags = await Promise.all(
    ['identity', 'gzip', 'br', 'zstd'].map(async (coding) => (await list({ 'accept-encoding': coding })).headers.etag),
  )
  expect(new Set(tags).size).toBe(1)
  const tag = String(tags[0])
  expect(tag).toMatch(/^W\/"/)
  for (const known of [tag, tag.slice(2), `"old", ${tag}`, '*']) {
    const same = await list({ 'if-none-match': known, 'accept-encoding': 'zstd' })
    expect([same.status, same.headers.etag, same.headers.vary]).toEqual([304, tag, 'accept-encoding'])
    expect(same.headers).not.toHaveProperty('content-encoding')
  }
  expect((await list({ 'if-none-match': '"old"' })).status).toBe(200)
  expect((await list({}, 'HEAD')).headers.vary).toBe('accept-encoding')
})

test('a list that cannot be read is an error without a tag', async () => {
  const ana = (await testApp()).as('ana')
  const words = Array.from({ length: 13 }, (_, index) => `w${index}`).join('+')
  const { status, headers } = await ana.get(`/tasks/getTasks?q=${words}`)
  expect([status, headers.etag]).toEqual([400, undefined])
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
