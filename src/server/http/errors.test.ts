import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { AppError, type ErrorCode, errorStatus } from '../../contract/errors.ts'

test.for(Object.entries(errorStatus))('%s answers %i with a message and a code', async ([code, status]) => {
  const { app } = await testApp({
    extend: (server) => {
      server.get('/fails', () => {
        throw new AppError(code as ErrorCode, 'For people.', { retryAfter: 1.2 })
      })
    },
  })
  const response = await app.inject('/fails')
  expect(response.statusCode).toBe(status)
  const { message, ...rest } = response.json()
  expect(message).toMatch(/^For people\./)
  expect(rest).toEqual(status >= 500 ? { code, requestId: response.headers['x-request-id'] } : { code })
  expect(response.headers['retry-after']).toBe('2')
  expect(response.headers['cache-control']).toBe('no-store')
})

test('an unexpected error reveals no internal details', async () => {
  const { app } = await testApp({
    extend: (server) => {
      server.get('/fails', () => {
        throw new Error('password=hunter2 in /srv/secret.ts')
      })
    },
  })
  const response = await app.inject('/fails')
  expect(response.statusCode).toBe(500)
  const id = response.headers['x-request-id']
  expect(response.json()).toEqual({
    message: `Something went wrong on the server. Please try again. If it happens again, tell the operator: request ${id}.`,
    code: 'internal',
    requestId: id,
  })
})

test('an unknown route gets a 404 in the usual shape, for every method', async () => {
  const { app } = await testApp()
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const response = await app.inject({ method, url: '/nothing/here?token=secret' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ message: `There is nothing at ${method} /nothing/here.`, code: 'not_found' })
  }
})

test('the path of a screen without # redirects a browser to it, and other clients get 404', async () => {
  const { app } = await testApp()
  const ask = (url: string, accept: string) => app.inject({ url, headers: { accept } })
  const typed = await ask('/taskdeck/task/12?from=mail', 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect([typed.statusCode, typed.headers.location]).toEqual([302, '/taskdeck/#/task/12?from=mail'])
  expect((await ask('/taskdeck/task/12', '*/*')).statusCode).toBe(404)
  expect((await ask('//evil.example/taskdeck/x', 'text/html')).statusCode).toBe(404)
})

test.for([
  [
    '/deck/',
    {
      '/taskdeck/': '/deck/',
      '/taskdeck/?share-text=Milk&b=1': '/deck/?share-text=Milk&b=1',
      '/taskdeck': '/deck/',
      '/some/where/v1.2/': '/deck/',
      '/deck/former/': '/deck/',
      '/taskdeck/assets/index-abc.js': undefined,
      '/favicon.ico': undefined,
      '//evil.example/': undefined,
      '/tasks/': undefined,
      '/tasks/task/1/nothing': undefined,
      '/docs/nothing': undefined,
      '/openapi.json/': undefined,
    },
  ],
  ['/', { '/taskdeck/?a=1': '/?a=1', '/list': '/#/list', '/auth/nothing/': undefined }],
] as const)(
  'a browser that opens an address of a former base path is sent to %s, and calls are not',
  async ([basePath, addresses]) => {
    const { app } = await testApp({ config: { basePath } })
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const [url, location] of Object.entries(addresses)) {
      const ask = (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') =>
        app.inject({ method, url, headers })
      const opened = await ask({ accept })
      expect([url, opened.statusCode, opened.headers.location]).toEqual([url, location ? 302 : 404, location])
      expect((await ask({ accept: '*/*' })).statusCode).toBe(404)
      expect((await ask({ accept, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).statusCode).toBe(404)
      expect((await ask({ accept }, 'POST')).statusCode).toBe(404)
    }
  },
)

test('a service worker from a former base path gets one that removes itself, and nobody else does', async () => {
  const { app } = await testApp({ config: { basePath: '/deck/' } })
  const ask = (url: string, headers = {}) => app.inject({ url, headers })
  const script = { 'service-worker': 'script' }
  for (const url of ['/taskdeck/sw.js', '/sw.js', '/deck/former/sw.js']) {
    const { statusCode, headers, body } = await ask(url, script)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-store',
    ])
    expect(body).toContain('registration.unregister()')
    expect((await ask(url)).statusCode).toBe(404)
  }
  expect((await ask('/taskdeck/other.js', script)).statusCode).toBe(404)
  expect((await ask('/deck/sw.js', script)).body).not.toContain('unregister')
})

test('a URL that cannot be decoded gets a 400 in the usual shape', async () => {
  const { app } = await testApp()
  const response = await app.inject('/taskdeck/%E0%A4%A')
  expect(response.statusCode).toBe(400)
  expect(response.json().code).toBe('invalid_input')
})

test('a slow start is no overload', async () => {
  const { app } = await testApp({
    config: { overloadDelay: 1_000 },
    extend: (server) => {
      server.addHook('onReady', async () => {
        const until = Date.now() + 1_700
        while (Date.now() < until);
      })
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${app.listeningOrigin}/nothing`)).status).toBe(404)
})

test('an overloaded server sends 503 with Retry-After, and its liveness check still succeeds', {
  tags: 'long',
}, async () => {
  const { app } = await testApp({
    config: { overloadDelay: 1_000 },
    extend: (server) => {
      server.get('/slow', () => {
        const until = Date.now() + 2_500
        while (Date.now() < until);
        return 'done'
      })
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = app.listeningOrigin
  const slow = fetch(`${origin}/slow`)
  let response = await fetch(`${origin}/nothing`)
  let live = await fetch(`${origin}/health/live`)
  for (const deadline = Date.now() + 10_000; response.status === 404 && Date.now() < deadline; ) {
    response = await fetch(`${origin}/nothing`)
    live = await fetch(`${origin}/health/live`)
  }
  expect([response.status, live.status]).toEqual([503, 200])
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
  await slow
})
