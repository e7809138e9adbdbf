import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { taskCalls } from '../src/contract/calls/tasks.ts'
import { callUnlessSame } from '../src/contract/client.ts'

/** A client of a server that always sends the same response. */
async function answering(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (options: { signal?: AbortSignal; maxSilenceMs?: number } = {}) =>
    callUnlessSame(taskCalls.list, undefined, { query: {} }, { origin, ...options })
}

const half = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).write('{"tasks":')

test('a request that is aborted while its response is read has no result, not even an empty one', async () => {
  const ask = await answering(half)
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  const control = new AbortController()
  const answer = ask({ signal: control.signal })
  await fetched.mock.results[0]?.value
  control.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('a response that breaks off counts as a lost connection', async () => {
  const ask = await answering((response) => {
    half(response)
    setImmediate(() => response.destroy())
  })
  await expect(ask()).rejects.toMatchObject({ status: 0, code: 'network' })
})

test('a refusal without a reason gets a message that says so', async () => {
  const ask = await answering((response) => response.writeHead(500).end('<h1>Oops</h1>'))
  await expect(ask()).rejects.toMatchObject({ status: 500, code: 'internal', message: 'The server gave no reason.' })
})

for (const status of [502, 503, 504]) {
  test(`a proxy that answers ${status} in place of the server counts as a lost connection`, async () => {
    const ask = await answering((response) => response.writeHead(status).end('<h1>Bad gateway</h1>'))
    await expect(ask()).rejects.toMatchObject({ status, code: 'network' })
  })
}

test('an error code is accepted only with its own status, so that a proxy cannot sign the user out', async () => {
  const json = (body: object) => JSON.stringify(body)
  const own = { message: 'Please sign in first.', code: 'not_signed_in' }
  for (const [status, body, code] of [
    [401, json(own), 'not_signed_in'],
    [401, '<h1>Sign in to the company proxy</h1>', 'internal'],
    [401, json({ message: 'Unauthorized' }), 'internal'],
    [401, json({ message: 'Unauthorized', code: 'toString' }), 'internal'],
    [403, json(own), 'internal'],
    [503, json(own), 'network'],
    [503, json({ message: 'Too busy.', code: 'unavailable' }), 'unavailable'],
  ] as const) {
    const ask = await answering((response) => response.writeHead(status).end(body))
    await expect(ask(), `${status} ${body}`).rejects.toMatchObject({ status, code })
  }
})

test.for(['<h1>Welcome to our network</h1>', '', 'null', '"ok"'])(
  'a successful response with the body %j is not from Taskdeck',
  async (body) => {
    const ask = await answering((response) => response.writeHead(200).end(body))
    await expect(ask()).rejects.toMatchObject({ status: 0, code: 'network' })
  },
)

test('a silent server is given up on, before its response and in the middle of it', async () => {
  for (const start of [() => {}, half]) {
    const ask = await answering(start)
    const answer = ask({ maxSilenceMs: 50 })
    await expect(answer).rejects.toMatchObject({ code: 'network', message: expect.stringContaining('in time') })
  }
})

test('a response may take longer than the timeout as long as data arrives', async () => {
  const ask = await answering(async (response) => {
    for (const part of ['{"tasks"', ':', '[', ']', '}']) {
      response.write(part)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    response.end()
  })
  await expect(ask({ maxSilenceMs: 600 })).resolves.toMatchObject({ body: { tasks: [] } })
})
