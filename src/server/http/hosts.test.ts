import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { talk } from '../../../test/talk.ts'
import { loadConfig } from '../settings/config.ts'
import { makeLogger } from './logging.ts'

const statusFor = (app: Awaited<ReturnType<typeof testApp>>['app']) => async (host: string, url: string) =>
  (await app.inject({ url, headers: { host } })).statusCode

test('without PUBLIC_URL, the server answers to the names of this machine and to IP addresses only', async () => {
  const { app } = await testApp()
  const ask = statusFor(app)
  const machine = hostname()
  const own = ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '192.0.2.7', '[::1]:3000', machine, `${machine}.local`]
  for (const host of own) expect(await ask(host, '/taskdeck/'), host).toBe(200)
  const others = ['evil.example', 'localhost.evil.example', 'evil.example:3000', 'localhost@evil.example', '1.2.3.4.5']
  for (const host of others) {
    for (const url of ['/taskdeck/', '/auth/verify', '/docs/', '/nothing']) {
      expect(await ask(host, url), `${host}${url}`).toBe(421)
    }
  }
})

test('with PUBLIC_URL, the server answers to that host only, on any port', async () => {
  const { publicHost } = loadConfig({ PUBLIC_URL: 'https://Tasks.example.org:8443' })
  const { app } = await testApp({ config: { publicHost } })
  const ask = statusFor(app)
  for (const host of ['tasks.example.org', 'tasks.example.org:8443', 'TASKS.example.org.']) {
    expect(await ask(host, '/taskdeck/'), host).toBe(200)
  }
  for (const host of ['localhost', '127.0.0.1', 'example.org', 'x.tasks.example.org', hostname()]) {
    expect(await ask(host, '/taskdeck/'), host).toBe(421)
  }
})

test('health checks answer for every host, and without one', async () => {
  const { app } = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (const path of ['/health/live', '/health/ready']) {
    expect(await statusFor(app)('taskdeck.internal', path)).toBe(200)
    expect(await talk(port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('browsers get a page that names the setting to change, and programs get JSON', async () => {
  const { app } = await testApp()
  const ask = (accept: string) => app.inject({ url: '/taskdeck/', headers: { host: 'tasks.example.org', accept } })
  const page = await ask('text/html,*/*;q=0.8')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('tasks.example.org')
  expect(page.body).toContain('PUBLIC_URL')
  const answer = await ask('application/json')
  expect(answer.json()).toMatchObject({ code: 'unknown_host', message: expect.stringContaining('PUBLIC_URL') })
  for (const { headers } of [page, answer]) {
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  }
})

test('a forwarded host is accepted from a trusted proxy only', async () => {
  const config = { publicHost: 'tasks.example.org' }
  const headers = { host: '127.0.0.1:3000', 'x-forwarded-host': 'tasks.example.org' }
  const trusting = await testApp({ config: { ...config, trustProxy: ['127.0.0.1'] } })
  const other = await testApp({ config })
  expect((await trusting.app.inject({ url: '/taskdeck/', headers })).statusCode).toBe(200)
  expect((await other.app.inject({ url: '/taskdeck/', headers })).statusCode).toBe(421)
  const forged = { host: 'tasks.example.org', 'x-forwarded-host': 'evil.example' }
  expect((await trusting.app.inject({ url: '/taskdeck/', headers: forged })).statusCode).toBe(421)
})

test.for([
  ['no host', 'GET /taskdeck/ HTTP/1.1\r\n', 400],
  ['an empty host', 'GET /taskdeck/ HTTP/1.1\r\nhost:\r\n', 400],
  ['two hosts', 'GET /taskdeck/ HTTP/1.1\r\nhost: localhost\r\nHost: evil.example\r\n', 400],
  ['an absolute target of ours', 'GET http://localhost/taskdeck/ HTTP/1.1\r\nhost: evil.example\r\n', 200],
  ['an absolute target of others', 'GET http://evil.example/taskdeck/ HTTP/1.1\r\nhost: localhost\r\n', 421],
  ['a target that is no address', 'GET evil:localhost HTTP/1.1\r\nhost: localhost\r\n', 400],
] as const)('a request with %s (%j) answers %i with the usual headers', async ([_, head, status]) => {
  const { app } = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answer = await talk(port, `${head}connection: close\r\n\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
  expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
})

test('forwarded headers without TRUST_PROXY cause one warning', async () => {
  const { stream, lines } = collect(false)
  const { visitor } = await testApp({ dependencies: { log: makeLogger('warn', stream) } })
  for (let count = 0; count < 3; count++)
    await visitor({ headers: { 'x-forwarded-for': '192.0.2.1' } }).get('/health/live')
  expect(lines()).toMatchObject([{ level: 40, msg: expect.stringContaining('TRUST_PROXY=127.0.0.1') }])
})

test('with TRUST_PROXY, forwarded headers cause no warning', async () => {
  const { stream, lines } = collect(false)
  const { visitor } = await testApp({
    config: { trustProxy: ['127.0.0.1'] },
    dependencies: { log: makeLogger('warn', stream) },
  })
  await visitor({ headers: { 'x-forwarded-for': '192.0.2.1' } }).get('/health/live')
  expect(lines()).toEqual([])
})
