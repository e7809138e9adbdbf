import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { talk } from '../../../test/talk.ts'
import { refuseCrossSite } from './security.ts'

test('every response has the security headers', async () => {
  const { app } = await testApp()
  for (const url of ['/taskdeck/', '/health/live', '/nothing', '/docs/', '/openapi.json']) {
    const { headers } = await app.inject(url)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  }
})

test('a response to a request that never reaches a route has the security headers, too', async () => {
  const { app } = await testApp({ config: { publicUrl: 'https://tasks.example.org', requestTimeoutMs: 1_000 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const malformed = [
    ['GET /taskdeck/%E0%A4%A HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 400],
    ['this is no HTTP\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ', 408],
  ] as const
  for (const [text, status] of malformed) {
    const answer = await talk(port, text, status === 408 ? 'a' : undefined)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const line of [
      "content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'strict-transport-security: max-age=31536000',
      'cache-control: no-store',
    ]) {
      expect(answer).toContain(`\r\n${line}\r\n`)
    }
  }
})

test('pages cannot be framed and are isolated from other windows', async () => {
  const { app } = await testApp()
  for (const url of ['/taskdeck/', '/docs/']) {
    expect((await app.inject(url)).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test('HSTS is sent only if the public URL is https', async () => {
  const plain = await testApp()
  const secure = await testApp({ config: { publicUrl: 'https://tasks.example.org' } })
  expect((await plain.app.inject('/health/live')).headers['strict-transport-security']).toBeUndefined()
  expect((await secure.app.inject('/health/live')).headers['strict-transport-security']).toBe('max-age=31536000')
})

test('every response has its own request id, never one from the client', async () => {
  const { app } = await testApp()
  const headers = { 'x-request-id': 'forged' }
  const ids = await Promise.all(
    [1, 2].map(async () => (await app.inject({ url: '/health/live', headers })).headers['x-request-id']),
  )
  expect(new Set([...ids, 'forged']).size).toBe(3)
})

test.for([
  [{}, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://localhost:80' }, 200],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, 200],
] as const)('a POST with %j answers %i', async ([headers, status]) => {
  const { app } = await testApp({
    extend: (server) => {
      server.register(async (scope) => {
        refuseCrossSite(scope)
        scope.post('/thing', () => 'done')
      })
    },
  })
  const response = await app.inject({ method: 'POST', url: '/thing', headers: { host: 'localhost', ...headers } })
  expect(response.statusCode).toBe(status)
})
