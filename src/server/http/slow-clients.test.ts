import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { talk } from '../../../test/talk.ts'

const timeout = 1_000
const [much, piece] = [64 * 1024 * 1024, 64 * 1024]

async function listening(extend: (app: FastifyInstance) => void = () => {}) {
  const { app } = await testApp({ config: { requestTimeoutMs: timeout }, extend })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

test('a body that does not arrive in time is cut off with a 408', async () => {
  const port = await listening((app) => app.post('/thing', () => 'done'))
  const head =
    'POST /thing HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n'
  const answer = await talk(port, `${head}{"half":`)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('"code":"timeout"')
})

test('a body that arrives one byte at a time is cut off as well', async () => {
  const port = await listening((app) => app.post('/thing', () => 'done'))
  const head =
    'POST /thing HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n'
  expect(await talk(port, head, ' ')).not.toContain('200')
})

test('a response that has begun is sent to its end, even if the body of its request never arrives', async () => {
  async function* slowly() {
    for (const piece of ['first', 'second', 'third', 'last']) {
      yield piece
      await pause(0.8 * timeout)
    }
  }
  const port = await listening((app) => app.get('/slow', () => Readable.from(slowly())))
  const failures: Error[] = []
  const note = (error: Error) => failures.push(error)
  process.on('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
  expect(await talk(port, 'GET /slow HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n')).toContain('last')
  // A second answer would fail in a timer, and end the process.
  expect(failures).toEqual([])
})

test('headers that arrive one byte at a time are cut off with a 408', async () => {
  const port = await listening()
  expect(await talk(port, 'GET /health/live HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 'a')).toMatch(/^HTTP\/1.1 408 /)
})

test.for(['', 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n'])(
  'a connection on which nothing arrives after %j is closed',
  async (begin) => {
    const port = await listening()
    expect(await talk(port, begin)).not.toContain('200')
  },
)

test('a client is not cut off while it waits for a slow response', async () => {
  const port = await listening((app) => app.get('/slow', () => pause(3 * timeout, 'done')))
  expect(await talk(port, 'GET /slow HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).toMatch(/done$/)
})

test('nor while it waits for a second one on the same connection', async () => {
  const port = await listening((app) => app.get('/slow', () => pause(1.2 * timeout, 'done')))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ports = new Set<number | undefined>()
  for (const _ of [1, 2]) {
    const [response] = (await once(get({ port, path: '/slow', agent }), 'response')) as [IncomingMessage]
    ports.add(response.socket.localPort)
    expect(await text(response)).toBe('done')
  }
  expect(ports.size).toBe(1)
})

test('nor while it waits for the rest of a response, or after it has sent a body', async () => {
  const port = await listening((app) => {
    app.get('/slow', (_request, reply) => reply.send(Readable.from(slowly(), { objectMode: false })))
    app.post('/slow', async ({ body }) => pause(2 * timeout, body))
  })
  async function* slowly() {
    yield 'begun, '
    await pause(2 * timeout)
    yield 'done'
  }
  const url = `http://127.0.0.1:${port}/slow`
  const headers = { 'content-type': 'application/json' }
  const [streamed, sent] = await Promise.all([fetch(url), fetch(url, { method: 'POST', headers, body: '"done"' })])
  expect([await streamed.text(), await sent.text()]).toEqual(['begun, done', 'done'])
})

test('bytes that are not HTTP are refused in the usual shape', async () => {
  const port = await listening()
  const answer = await talk(port, 'HELLO\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"code":"invalid_input"')
})

test.for([
  ['in one piece', () => Buffer.alloc(much)],
  ['piece by piece', () => Readable.from(Array(much / piece).fill(Buffer.alloc(piece)))],
] as const)('a client that stops reading a response that is sent %s is cut off in time', async ([_, answer]) => {
  const port = await listening((app) => app.get('/much', (_request, reply) => reply.send(answer())))
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.pause()
  socket.write('GET /much HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await pause(timeout + 700)
  socket.resume()
  await once(socket, 'close')
  expect(received).toBeLessThan(much)
})

test('a body that arrives slowly but in time is answered', async () => {
  const port = await listening((app) => app.post('/thing', (request) => request.body))
  const response = await fetch(`http://127.0.0.1:${port}/thing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await response.json()).toEqual({ a: 1 })
})
