import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../scripts/debian.mjs'
import type { Outcome } from '../result.ts'
import { cluster } from './cluster.ts'
import { followStream } from './stream.ts'

// `npm test` says in its last line that there is no HAProxy.
if (findProgram('haproxy')) {
  // A busy machine may be slow, so the limits of time do not count here.
  test('postgres: a cluster whose parts are killed and cut off loses nothing and makes nothing twice', {
    tags: 'long',
    timeout: 180_000,
  }, async () => {
    // As small as possible, because it shares the machine with all other tests.
    const atWork = { agents: 8, tasks: 60 }
    const options = { rounds: 1, nodeCount: 2, users: 3, atWork, withS3: false, restMs: 300 }
    const stopped = new AbortController()
    const { signal } = stopped
    const outcomes: Outcome[] = []
    const run = async () => {
      const names = ['cuts', 'node', 'primary'] as const
      for await (const outcome of cluster({ names: [...names], ...options, signal })) outcomes.push(outcome)
    }
    const running = run()
    // If the test takes too long, no process is left.
    onTestFinished(async () => {
      stopped.abort()
      await running.catch(() => {})
    })
    await running
    const agents = outcomes.pop()
    const whole = outcomes.pop()
    expect(outcomes.map(({ figure }) => figure)).toEqual(Array(3).fill(expect.stringContaining(' 0 failed;')))
    expect(whole?.kept, whole?.figure).toBe(true)
    expect(agents?.kept, agents?.figure).toBe(true)
  })
}

test.for([
  ['every event', [3, 4, 5], 0],
  ['a missing event', [3, 5], 2],
  ['a repeated event', [3, 4, 4, 5], 2],
  ['events in the wrong order', [4, 3, 5], 2],
  ['a missing end', [3, 4], 1],
] as const)('a stream with %s is judged correctly', async ([, numbers, missed]) => {
  const events = [['reload', 2], ...numbers.map((number) => ['change', number])]
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (request.headers['last-event-id']) return
    response.end(events.map(([name, id]) => `event: ${name}\nid: ${id}\ndata: {}\n\n`).join(''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stream = followStream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, '')
  onTestFinished(async () => {
    await stream.stop()
    server.closeAllConnections()
    server.close()
  })
  await stream.opened
  while (stream.last() !== numbers.at(-1)) await new Promise(setImmediate)
  expect(stream.missed(5)).toBe(missed)
})
