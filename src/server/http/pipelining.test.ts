import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { talk } from '../../../test/talk.ts'
import type { Config } from '../settings/config.ts'

async function listening(extend: (app: FastifyInstance) => void, config: Partial<Config> = {}) {
  const { app } = await testApp({ extend, config })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

test('pipelined requests are handled one after another and answered in order', async () => {
  let [running, most] = [0, 0]
  const { port } = await listening((app) => {
    app.get('/thing/:number', async (request) => {
      most = Math.max(most, ++running)
      await nextTurn()
      running--
      return `<${(request.params as { number: string }).number}>`
    })
  })
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  const requests = numbers.map((number) => get(`/thing/${number}`, number === 9 ? 'connection: close\r\n' : ''))
  const answer = await talk(port, requests.join(''))
  expect([...answer.matchAll(/<(\d)>/g)].map(([, number]) => Number(number))).toEqual(numbers)
  expect(most).toBe(1)
})

test('a pipelined request with a body gets its own body', async () => {
  const { port } = await listening((app) => {
    app.get('/thing', async () => nextTurn('got'))
    app.post('/thing', (request) => request.body)
  })
  const post = `POST /thing HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}`
  const answer = await talk(port, `${get('/thing')}${post}${get('/thing', 'connection: close\r\n')}`)
  expect(statusesIn(answer)).toEqual([200, 200, 200])
  expect(answer).toContain('{"a":1}')
})

test.for(['GET', 'HEAD'])(
  'of 2,000 pipelined %s requests only a few are handled, and then the connection is refused',
  async (method) => {
    let handled = 0
    const { port } = await listening((app) => {
      app.get('/thing', async () => {
        handled++
        return nextTurn('done')
      })
    })
    const answer = await talk(port, get('/thing').replace('GET', method).repeat(2_000))
    const statuses = statusesIn(answer)
    expect(statuses.length).toBeLessThan(30)
    expect(statuses.at(-1)).toBe(429)
    expect(handled).toBe(statuses.length - 1)
    expect(answer).toMatch(/retry-after: 1\r\n/)
    expect(answer).toContain('x-content-type-options: nosniff')
  },
)

test('requests beyond the limit in one packet are not parsed, and the refusal is delayed', async () => {
  const { app, port } = await listening((server) => server.get('/thing', () => nextTurn('done')), {
    refusalDelayMs: 300,
  })
  let parsed = 0
  app.server.on('request', () => parsed++)
  const begun = performance.now()
  const answer = await talk(port, get('/thing').repeat(500))
  expect(statusesIn(answer).at(-1)).toBe(429)
  expect(performance.now() - begun).toBeGreaterThan(290)
  expect(parsed).toBeLessThan(30)
})

test('requests wait behind one that never ends, and the connection is not read any further', async () => {
  let handled = 0
  const { app, port } = await listening((server) => {
    server.get('/never', (_request, reply) => void reply.hijack())
    server.get('/thing', () => {
      handled++
      return 'done'
    })
  })
  const arrived = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(get('/never'))
  const [server] = await arrived
  onTestFinished(() => void server.destroy())
  const flood = Buffer.from(get('/thing').repeat(1_000))
  const isRead = () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    socket.once('drain', () => resolve(true))
    setTimeout(resolve, 500, false)
    return promise
  }
  while (socket.write(flood) || (await isRead()));
  socket.destroy()
  expect(handled).toBe(0)
  expect(server.bytesRead).toBeLessThan(1_000_000)
})

test('when a client disconnects, its waiting requests are dropped', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const end = Promise.withResolvers<string>()
  let handled = 0
  const { app, port } = await listening((server) => {
    server.get('/slow', () => {
      arrive()
      return end.promise
    })
    server.get('/thing', () => {
      handled++
      return 'done'
    })
  })
  const connected = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  socket.write(get('/slow') + get('/thing').repeat(5))
  const [server] = await connected
  await arrived
  socket.destroy()
  await once(server, 'close')
  end.resolve('late')
  await nextTurn()
  expect(handled).toBe(0)
  expect((await app.inject('/thing')).statusCode).toBe(200)
})
