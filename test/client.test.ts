import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callUnlessSame } from '../src/contract/client.ts'
import { taskCalls } from '../src/contract/tasks.ts'

/** A way to ask a server that answers in one way only. */
async function answering(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (signal?: AbortSignal) =>
    callUnlessSame(
      taskCalls.list,
      undefined,
      { query: {} },
      { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...(signal ? { signal } : {}) },
    )
}

const half = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).write('{"tasks":')

test('a question that is taken back while its answer is read has no answer, not even an empty one', async () => {
  const ask = await answering(half)
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  const control = new AbortController()
  const answer = ask(control.signal)
  await fetched.mock.results[0]?.value
  control.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('an answer that breaks off on its way counts as one that never came', async () => {
  const ask = await answering((response) => {
    half(response)
    setImmediate(() => response.destroy())
  })
  await expect(ask()).rejects.toMatchObject({ status: 0, code: 'network' })
})

test('a refusal without a reason says so', async () => {
  const ask = await answering((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await expect(ask()).rejects.toMatchObject({ status: 502, code: 'internal', message: 'The server gave no reason.' })
})
