import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { found } from '../../../test/found.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, listTasks, taskInput } from '../../../test/tasks.ts'
import { maxQueryWords } from '../../contract/search.ts'

/** Adds several hundred tasks with a megabyte of text per hundred. */
async function addMany(person: Person, hundreds: number, description = 'x'.repeat(10_000)) {
  for (let bulk = 0; bulk < hundreds; bulk++) {
    const tasks = Array(100).fill(taskInput({ description }))
    expect((await person.post('/tasks/bulkCreateTasks', { tasks })).status).toBe(201)
  }
}

const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => count - index)
const cookieOf = (person: Person) => [...person.cookies].map((pair) => pair.join('=')).join('; ')

test.for(engines)('%s: a list of several megabytes is streamed completely and in order', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addMany(ana, 3)
  await ana.delete('/tasks/deleteTask/150')
  const numbers = newestFirst(300).filter((number) => number !== 150)
  const { headers } = await ana.get('/tasks/getTasks')
  expect(headers['content-length']).toBeUndefined()
  expect((await listTasks(ana)).map(({ number }) => number)).toEqual(numbers)
  expect(await found(ana, { status: 'Pending' })).toEqual(numbers)
  expect(await found(ana, { status: 'Completed' })).toEqual([])
})

test.for(engines)(
  '%s: a list of several pages is complete, and is served from memory if nothing has changed',
  async (engine) => {
    const ana = (await testApp({ engine })).as('ana')
    await addMany(ana, 3, 'short')
    await ana.post('/tasks/bulkDeleteTasks', { ids: ['300', '200', '100', '1'] })
    const numbers = newestFirst(300).filter((number) => number % 100 && number !== 1)
    for (let again = 0; again < 2; again++) expect(await found(ana, {})).toEqual(numbers)
    expect((await ana.get('/tasks/trash')).body.tasks.map(({ number }: { number: number }) => number)).toHaveLength(4)
  },
)

test.for(engines)('%s: a second export of the same user is refused until the first one ends', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await addMany(ana, 3)
  await addTask(bo)
  const running = await app.app.inject({
    url: '/auth/export',
    headers: { cookie: cookieOf(ana) },
    payloadAsStream: true,
  })
  expect(running.statusCode).toBe(200)
  const refused = await ana.get('/auth/export')
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.body.message).toBe(
    'An export of your data is already running. Wait until it has finished, then try again.',
  )
  expect((await bo.get('/auth/export')).status).toBe(200)
  const exported = JSON.parse(await text(running.stream()))
  expect([exported.tasks.length, exported.history.length]).toEqual([300, 300])
  await expect.poll(async () => (await ana.get('/auth/export')).status).toBe(200)
})

test.for(engines)('%s: a client that disconnects during an export frees its place', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addMany(ana, 3)
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const asked = get(`${origin}/auth/export`, { headers: { cookie: cookieOf(ana) } })
  const [response] = await once(asked, 'response')
  expect(response.statusCode).toBe(200)
  asked.destroy()
  await expect.poll(async () => (await ana.get('/auth/export')).status).toBe(200)
})

test.for(engines)('%s: a history of several pages is complete, newest first', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const { _id } = await addTask(ana)
  for (let position = 2; position <= 111; position++) await ana.put(`/tasks/updateTask/${_id}`, { position })
  await addTask(ana)
  const { events } = (await ana.get(`/tasks/task/${_id}/history`)).body
  expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(newestFirst(111))
  expect(new Set(events.map(({ by }: { by: string }) => by)).size).toBe(1)
})

test.for(engines)('%s: a search with too many words is refused, and the error states the limit', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const words = Array.from({ length: maxQueryWords }, (_, index) => `w${index}`)
  await addTask(ana, { title: words.join(' ') })
  expect(await found(ana, { q: [...words, 'w0', 'W1'].join(' ') })).toEqual([1])
  const refused = await ana.get(`/tasks/getTasks?q=${[...words, 'more'].join('+')}`)
  expect([refused.status, refused.body.message]).toEqual([400, 'q must have at most 12 different words.'])
})

test.for(engines)(
  '%s: a search that takes too long is stopped, and the error suggests a narrower one',
  async (engine) => {
    const ana = (await testApp({ engine, config: { maxSearchMs: 0 } })).as('ana')
    await addTask(ana)
    const given = await ana.get('/tasks/getTasks?q=write')
    expect([given.status, given.body.code]).toEqual([422, 'too_slow'])
    expect(given.body.message).toContain('Use fewer or longer words')
    expect((await ana.get('/tasks/getTasks?priority=Medium')).body.tasks).toHaveLength(1)
  },
)
