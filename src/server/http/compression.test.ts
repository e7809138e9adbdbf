import { once } from 'node:events'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { countCompressions, decompress } from '../../../test/compression.ts'
import { engines } from '../../../test/database.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, taskInput } from '../../../test/tasks.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { callsOf } from '../../contract/endpoint.ts'
import { type Coding, JsonAnswer } from '../answers/json-answer.ts'
import type { LongAnswer } from '../answers/long-answers.ts'
import { compressor } from './compression.ts'
import { mounter } from './endpoint.ts'

const codings: Coding[] = ['zstd', 'br', 'gzip']
const chrome = 'gzip, deflate, br, zstd'
const json = (size: number) => Buffer.from(JSON.stringify({ text: 'deck '.repeat(size / 5) }))

const schema = { summary: 'Send a thing', result: Type.Object({ text: Type.String() }) }
const calls = callsOf<{ plain: typeof schema; raw: typeof schema; failing: typeof schema }>()({
  plain: { method: 'GET', path: '/plain', access: 'everyone' },
  raw: { method: 'GET', path: '/raw', access: 'everyone' },
  failing: { method: 'GET', path: '/failing', access: 'everyone' },
})

/** An app with endpoints that send this content: as an object, as JSON with a tag, and as a stream that fails. */
async function thingsApp(content: LongAnswer) {
  const { app } = await testApp({
    extend: (scope) => {
      const mount = mounter(scope, () => {
        throw new Error('open to everyone')
      })
      mount({ ...calls.plain, schema }, () => JSON.parse(String(content)))
      mount({ ...calls.raw, schema }, () => new JsonAnswer(content, 'W/"7"'))
      mount({ ...calls.failing, schema }, () => new JsonAnswer(Readable.from(failing()), 'W/"7"'))
    },
  })
  return (url: string, encoding?: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({
      method,
      url,
      headers: { ...(encoding === undefined ? {} : { 'accept-encoding': encoding }), ...more },
    })
}

async function* failing() {
  yield Buffer.from('{"text":')
  throw new Error('the database is gone')
}

test.for(['/plain', '/raw'])('a large response of %s is compressed as the client accepts it', async (url) => {
  const content = json(20_000)
  const ask = await thingsApp(content)
  for (const coding of codings) {
    const { headers, rawPayload } = await ask(url, coding)
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'accept-encoding'])
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['content-length']).toBe(`${rawPayload.length}`)
    expect(rawPayload.length).toBeLessThan(content.length / 4)
    expect(decompress(coding, rawPayload)).toEqual(JSON.parse(String(content)))
  }
  expect((await ask(url, chrome)).headers['content-encoding']).toBe('zstd')
})

test.for([undefined, '', 'identity', 'deflate', 'identity, zstd;q=0.5', 'identity;q=0'])(
  'with Accept-Encoding "%s", a large response is not compressed',
  async (encoding) => {
    const content = json(20_000)
    const ask = await thingsApp(content)
    for (const url of ['/plain', '/raw']) {
      const { headers, rawPayload } = await ask(url, encoding)
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
      expect(rawPayload).toEqual(content)
    }
  },
)

test('a small response is compressed only if the client refuses it otherwise', async () => {
  const ask = await thingsApp(json(1_000))
  for (const url of ['/plain', '/raw']) {
    expect((await ask(url, chrome)).headers).not.toHaveProperty('content-encoding')
    const { headers, rawPayload } = await ask(url, 'gzip, identity;q=0')
    expect(decompress(headers['content-encoding'], rawPayload)).toEqual(JSON.parse(String(json(1_000))))
  }
})

test('a request from another site gets an uncompressed response', async () => {
  const ask = await thingsApp(json(20_000))
  const codingFor = async (headers: Record<string, string>) =>
    (await ask('/raw', chrome, headers)).headers['content-encoding']
  expect(await codingFor({ 'sec-fetch-site': 'same-origin' })).toBe('zstd')
  expect(await codingFor({ 'sec-fetch-site': 'none' })).toBe('zstd')
  expect(await codingFor({ 'sec-fetch-site': 'cross-site' })).toBeUndefined()
  expect(await codingFor({ 'sec-fetch-site': 'same-site' })).toBeUndefined()
  expect(await codingFor({ origin: 'https://evil.example' })).toBeUndefined()
})

test('HEAD has the headers of GET', async () => {
  const ask = await thingsApp(json(20_000))
  const { date: _, 'x-request-id': __, ...headers } = (await ask('/raw', chrome)).headers
  expect((await ask('/raw', chrome, {}, 'HEAD')).headers).toMatchObject(headers)
})

test('files, errors and the live stream are never compressed', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  await addTask(ana)
  const { _id } = await app.upload(ana, '1', 'text '.repeat(4_000))
  const stop = new AbortController()
  const codingOf = async (path: string) => {
    const headers = { 'accept-encoding': chrome }
    const response = await app.call(ana, path, { headers, signal: stop.signal })
    return [response.status, response.headers.get('content-encoding')]
  }
  expect(await codingOf(`/tasks/task/1/files/${_id}`)).toEqual([200, null])
  expect(await codingOf('/tasks/events')).toEqual([200, null])
  expect(await codingOf(`/tasks/getTasks?status=${'x'.repeat(5_000)}`)).toEqual([400, null])
  stop.abort()
})

test('a stream that fails before its first bytes is an error that is not marked as compressed', async () => {
  const ask = await thingsApp(json(0))
  const { statusCode, headers, body } = await ask('/failing', chrome)
  expect([statusCode, headers['content-encoding'], headers.etag]).toEqual([500, undefined, undefined])
  expect(JSON.parse(body)).toMatchObject({ code: 'internal' })
})

test('concurrent requests for the same bytes share one compression', async () => {
  const compress = compressor()
  const bytes = json(100_000)
  const compressions = countCompressions()
  const all = await Promise.all(Array.from({ length: 5 }, () => compress('ana', 'zstd', bytes)))
  expect(compressions()).toBe(1)
  expect(new Set(all).size).toBe(1)
  await Promise.all(codings.map((coding) => compress('ana', coding, bytes)))
  expect(compressions()).toBe(4)
})

/** Endless text that does not compress well, and whether its reader has stopped. */
function endless() {
  let read = 0
  let isStopped = false
  async function* pieces() {
    try {
      for (;;) {
        read++
        yield Buffer.from(crypto.getRandomValues(new Uint8Array(40_000))).toString('base64')
      }
    } finally {
      isStopped = true
    }
  }
  return { stream: Readable.from(pieces()), count: () => read, isStopped: () => isStopped }
}

test.for(codings)('%s: a stream is compressed as fast as it is read, and ends with its reader', async (coding) => {
  const { stream, count, isStopped } = endless()
  const compressed = await compressor()('ana', coding, stream)
  if (!(compressed instanceof Readable)) throw new Error('not a stream')
  const [first] = await once(compressed.setEncoding('latin1'), 'data')
  expect(first.length).toBeGreaterThan(0)
  compressed.pause()
  // The source stops producing while nobody reads.
  let before = -1
  await expect
    .poll(() => {
      const isSame = before === count()
      before = count()
      return isSame
    })
    .toBe(true)
  expect(count()).toBeLessThan(200)
  compressed.destroy()
  await finished(stream).catch(() => {})
  expect(isStopped()).toBe(true)
})

test('a stream whose compressed bytes are few is sent as a whole', async () => {
  const text = 'deck '.repeat(1_000_000)
  const compressed = await compressor()('ana', 'gzip', Readable.from([text]))
  if (!Buffer.isBuffer(compressed)) throw new Error('not whole')
  expect(compressed.length).toBeLessThan(100_000)
})

const cookieOf = (person: Person) => [...person.cookies].map((pair) => pair.join('=')).join('; ')

/** Adds tasks with megabytes of text that does not compress well. */
async function addIncompressible(person: Person, hundreds: number) {
  for (let bulk = 0; bulk < hundreds; bulk++) {
    const tasks = Array.from({ length: 100 }, () =>
      taskInput({ description: Buffer.from(crypto.getRandomValues(new Uint8Array(7_000))).toString('base64') }),
    )
    expect((await person.post('/tasks/bulkCreateTasks', { tasks })).status).toBe(201)
  }
}

test.for(engines)(
  '%s: an export is compressed as a stream, and a client that disconnects frees its place',
  async (engine) => {
    const { app, as } = await testApp({ engine })
    const ana = as('ana')
    await addIncompressible(ana, 3)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = () => get(`${origin}/auth/export`, { headers: { cookie: cookieOf(ana), 'accept-encoding': chrome } })
    const [whole] = await once(ask(), 'response')
    expect(whole.headers).toMatchObject({ 'content-encoding': 'zstd', 'transfer-encoding': 'chunked' })
    const text = await buffer(whole.pipe(createZstdDecompress()))
    expect(JSON.parse(String(text)).tasks).toHaveLength(300)

    const aborted = ask()
    const [response] = await once(aborted, 'response')
    expect(response.statusCode).toBe(200)
    aborted.destroy()
    await expect.poll(async () => (await ana.get('/auth/export')).status).toBe(200)
  },
)
