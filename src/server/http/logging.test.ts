import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { credentials } from '../../../test/people.ts'
import { talk } from '../../../test/talk.ts'
import { makeLogger } from './logging.ts'

test('a file gets one JSON object per line', () => {
  const { stream, text } = collect(false)
  makeLogger('info', stream).info({ count: 1 }, 'hello')
  expect(JSON.parse(text())).toMatchObject({ level: 30, count: 1, msg: 'hello' })
})

test('a terminal gets readable lines', async () => {
  const { stream, text } = collect(true)
  makeLogger('info', stream).info('hello')
  await expect.poll(() => stripVTControlCharacters(text())).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: hello\n$/)
})

test('secrets are redacted everywhere in a line', () => {
  const { stream, text } = collect(false)
  const headers = { cookie: 'hunter2', authorization: 'hunter2', 'set-cookie': 'hunter2' }
  makeLogger('info', stream).info(
    { password: 'hunter2', body: { password: 'hunter2' }, req: { headers }, token: 'hunter2' },
    'x',
  )
  expect(text()).not.toContain('hunter2')
})

test('a request is logged as one line with its id, without the query string', async () => {
  const { stream, text, lines } = collect(false)
  const { app } = await testApp({ dependencies: { log: makeLogger('debug', stream) } })
  const response = await app.inject('/health/live?code=hunter2')
  expect(text()).not.toContain('hunter2')
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toMatchObject({
    method: 'GET',
    path: '/health/live',
    status: 200,
    reqId: response.headers['x-request-id'],
  })
})

test('a refused request is logged with the user and the address, and a successful one is not', async () => {
  const { stream, lines } = collect(false)
  const { as, visitor } = await testApp({ dependencies: { log: makeLogger('info', stream) } })
  const { _id } = await as('ana').user()
  const phone = visitor({ address: '192.0.2.7' })
  await phone.post('/auth/login', credentials('ana'))
  const before = lines().length
  await phone.get('/auth/account')
  expect(lines()).toHaveLength(before)

  await phone.get('/tasks/task/nothing')
  await phone.send('POST', '/tasks/createTask', {}, { headers: { origin: 'https://evil.example' } })
  await visitor({ address: '192.0.2.8' }).get('/auth/account')
  await visitor({ address: '192.0.2.8' }).get('/nothing')
  expect(lines().slice(before)).toMatchObject([
    { level: 30, path: '/tasks/task/nothing', status: 404, ip: '192.0.2.7', user: _id },
    { level: 30, path: '/tasks/createTask', status: 403, ip: '192.0.2.7' },
    { level: 30, path: '/auth/account', status: 401, ip: '192.0.2.8' },
    { level: 30, path: '/nothing', status: 404, ip: '192.0.2.8' },
  ])
})

test('a request that never reaches a route is logged, and a connection without data is not', async () => {
  const { stream, text, lines } = collect(false)
  const { app } = await testApp({
    config: { requestTimeoutMs: 3_000 },
    dependencies: { log: makeLogger('info', stream) },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await talk(port, 'GET /taskdeck/%E0%A4%A HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  await talk(port, 'GET / HTTP/1.1\r\nhost: localhost\r\ncookie : hunter2\r\n\r\n')
  await Promise.all([talk(port, 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 'a'), talk(port, '')])
  expect(lines()).toMatchObject([
    { level: 30, path: '/taskdeck/%E0%A4%A', status: 400, ip: '127.0.0.1', reqId: expect.any(String) },
    { level: 30, ip: '127.0.0.1', reason: expect.stringMatching(/^HPE_/) },
    { level: 30, ip: '127.0.0.1', reason: 'ERR_HTTP_REQUEST_TIMEOUT' },
  ])
  expect(lines()).toHaveLength(3)
  expect(text()).not.toContain('hunter2')
})

test('a long path is shortened in the log and in the response', async () => {
  const { stream, text } = collect(false)
  const { app } = await testApp({ dependencies: { log: makeLogger('info', stream) } })
  const response = await app.inject(`/${'a'.repeat(12_000)}`)
  expect(response.json().message).toMatch(/^There is nothing at GET \/a{199}…\.$/)
  expect(text().length).toBeLessThan(1_000)
})

test("Fastify's own warnings are logged, without the query string", async () => {
  const { stream, text, lines } = collect(false)
  const { app } = await testApp({
    dependencies: { log: makeLogger('info', stream) },
    extend: (server) => {
      server.get('/twice', (_request, reply) => {
        reply.send('once')
        reply.send('twice')
      })
    },
  })
  await app.inject('/twice?code=hunter2')
  expect(lines()).toMatchObject([
    { level: 40, msg: expect.stringContaining('already sent'), err: { type: 'FastifyError' } },
  ])
  expect(text()).toContain('/twice')
  expect(text()).not.toContain('hunter2')
})
