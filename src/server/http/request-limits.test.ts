import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { callsOf, scopes } from '../../contract/endpoint.ts'
import type { Caller } from '../callers/caller.ts'
import type { Config } from '../settings/config.ts'
import { mounter } from './endpoint.ts'
import { limitPerCaller } from './request-limits.ts'

/** An app with a route that responds when the test says so. */
async function slowApp(
  config: Partial<Config>,
  more: (app: FastifyInstance, slow: () => Promise<string>) => void = () => {},
) {
  const end = Promise.withResolvers<string>()
  let running = 0
  const slow = () => {
    running++
    return end.promise
  }
  const { app } = await testApp({
    config,
    extend: (server) => {
      server.get('/slow', slow)
      more(server, slow)
    },
  })
  const ask = async (url: string, remoteAddress = '192.0.2.1') => (await app.inject({ url, remoteAddress })).statusCode
  return { app, ask, end: () => end.resolve('done'), running: () => running }
}

const counted = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

test('the requests in progress and the waiting requests of an address are limited', async () => {
  const { app, ask, end, running } = await slowApp({ maxAddressRequests: 2 })
  const all = Array.from({ length: 30 }, () => ask('/slow'))
  const refused = await Promise.race(all)
  expect(refused).toBe(429)
  expect(running()).toBe(2)
  const response = await app.inject({ url: '/nothing', remoteAddress: '192.0.2.1' })
  expect([response.statusCode, response.headers['retry-after'], response.json().code]).toEqual([
    429,
    '1',
    'too_many_requests',
  ])
  expect(await ask('/nothing', '192.0.2.2')).toBe(404)
  expect(await ask('/health/live')).toBe(200)
  end()
  const statuses = await Promise.all(all)
  expect([counted(statuses, 200), counted(statuses, 429)]).toEqual([18, 12])
  expect(await ask('/nothing')).toBe(404)
})

test('requests that arrive together count as concurrent, even if each is answered at once', async () => {
  const handledInTurn: number[] = []
  let isNewTurn = true
  const { app } = await slowApp({ maxAddressRequests: 2 }, (server) => {
    server.get('/quick', () => {
      if (isNewTurn) {
        handledInTurn.push(0)
        setImmediate(() => {
          isNewTurn = true
        })
      }
      isNewTurn = false
      handledInTurn.push((handledInTurn.pop() ?? 0) + 1)
      return 'done'
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const clients: Socket[] = []
  while (clients.length < 8) {
    const accepted = once(app.server, 'connection')
    clients.push(connect(port, '127.0.0.1'))
    await accepted
  }
  const answers = clients.map((client) => once(client, 'data'))
  for (const client of clients) client.write('GET /quick HTTP/1.1\r\nhost: localhost\r\n\r\n')
  for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  for (const client of clients) client.destroy()
  expect(Math.max(...handledInTurn), handledInTurn.join()).toBeLessThanOrEqual(2)
})

test('the addresses of one IPv6 network are counted as one', async () => {
  const { ask, end, running } = await slowApp({ maxAddressRequests: 1 })
  const all = [1, 2, 3].map((last) => ask('/slow', `2001:db8::${last}`))
  const other = ask('/slow', '2001:db8:1::1')
  while (running() < 2) await new Promise(setImmediate)
  expect(running()).toBe(2)
  end()
  expect(await Promise.all([...all, other])).toEqual([200, 200, 200, 200])
})

/** An app with a route that waits. Its callers are named in the cookie: a user, and a token if there is a second word. */
async function appOfCallers(limits: Parameters<typeof limitPerCaller>[1], isFound?: () => Promise<void>) {
  const schema = { summary: 'Wait', result: Type.String() }
  const { wait } = callsOf<{ wait: typeof schema }>()({ wait: { method: 'GET', path: '/wait', access: 'read' } })
  const { app, end, running } = await slowApp({}, (server, slow) => {
    const identify = limitPerCaller(
      ({ headers }) => {
        const [owner = '', token] = headers.cookie?.split(' ') ?? []
        const via = token ? (`token:${token}` as const) : 'session'
        const caller: Caller = {
          owner,
          via,
          credential: headers.cookie ?? '',
          scopes: new Set(scopes),
          seq: 0,
          epoch: '',
        }
        return isFound ? isFound().then(() => caller) : caller
      },
      limits,
      () => {},
    )
    mounter(server, identify)({ ...wait, schema }, slow)
  })
  const ask = async (cookie: string, last = 1) =>
    (await app.inject({ url: '/wait', headers: { cookie }, remoteAddress: `192.0.2.${last}` })).statusCode
  return { app, ask, end, running }
}

test('the concurrent requests of a user are limited across all addresses', async () => {
  const { ask, end, running } = await appOfCallers({ maxUserRequests: 2, maxTokenRequests: 100 })
  const all = Array.from({ length: 30 }, (_, index) => ask('ana', index))
  expect(await Promise.race(all)).toBe(429)
  expect(running()).toBe(2)
  const other = ask('bo', 1)
  while (running() < 3) await new Promise(setImmediate)
  end()
  const statuses = await Promise.all(all)
  expect([counted(statuses, 200), counted(statuses, 429), await other]).toEqual([18, 12, 200])
  expect(await ask('ana', 1)).toBe(200)
})

test('the concurrent requests of a token are limited, and leave room for its user and for other tokens', async () => {
  const { ask, end, running } = await appOfCallers({ maxUserRequests: 6, maxTokenRequests: 2 })
  const all = Array.from({ length: 20 }, () => ask('ana runaway'))
  expect(await Promise.race(all)).toBe(429)
  expect(running()).toBe(2)
  const others = ['ana', 'ana', 'ana laptop'].map((caller) => ask(caller))
  while (running() < 5) await new Promise(setImmediate)
  end()
  const statuses = await Promise.all(all)
  expect([counted(statuses, 200), counted(statuses, 429)]).toEqual([18, 2])
  expect(await Promise.all(others)).toEqual([200, 200, 200])
})

test('a client that disconnects frees its place, and its waiting request never runs', async () => {
  const { app, ask, end, running } = await slowApp({ maxAddressRequests: 1 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const [connected, asked] = [once(app.server, 'connection'), once(app.server, 'request')]
    const client = connect(port, '127.0.0.1')
    client.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [server] = await connected
    await asked
    return async () => {
      client.destroy()
      await once(server, 'close')
    }
  }
  const [leaveFirst, leaveWaiting] = [await open(), await open()]
  const last = ask('/nothing', '127.0.0.1')
  await leaveWaiting()
  await leaveFirst()
  expect(await last).toBe(404)
  expect(running()).toBe(1)
  end()
})

test('a client that disconnects while its session is looked up takes no place of its user', async () => {
  const found = Promise.withResolvers<void>()
  let lookups = 0
  const { app, ask, end, running } = await appOfCallers({ maxUserRequests: 1, maxTokenRequests: 1 }, () => {
    lookups++
    return found.promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const [connected, client] = [once(app.server, 'connection'), connect(port, '127.0.0.1')]
  client.write('GET /wait HTTP/1.1\r\nhost: localhost\r\ncookie: ana\r\n\r\n')
  const [server] = await connected
  while (lookups < 1) await new Promise(setImmediate)
  client.destroy()
  await once(server, 'close')
  found.resolve()
  end()
  expect(await ask('ana')).toBe(200)
  expect(running()).toBe(1)
})

test('the server refuses requests while too many are in progress, and recovers afterwards', async () => {
  const { app, ask, end, running } = await slowApp({ maxRequests: 3 })
  const all = Array.from({ length: 3 }, (_, index) => ask('/slow', `192.0.2.${index}`))
  while (running() < 3) await new Promise(setImmediate)
  const response = await app.inject('/nothing')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  expect(await ask('/health/live')).toBe(200)
  end()
  expect(await Promise.all(all)).toEqual([200, 200, 200])
  expect(await ask('/nothing')).toBe(404)
})
