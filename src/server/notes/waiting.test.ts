import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { engines, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { liveApp } from '../../../test/live.ts'
import { answerTo, askOwner, waitFor as waitForAnswer } from '../../../test/questions.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { liveRules } from '../live/live.ts'
import type { Watcher } from '../live/watchers.ts'
import { waitFor } from './waiting.ts'

const never = new AbortController().signal
const caller = { owner: 'ana', credential: 'token', via: 'token:codex' as const, seq: 1, epoch: 'e' }
const anyWait = { caller, subject: 'task', seconds: 50, left: never }

function watched() {
  const watchers = new Set<Watcher>()
  const live = {
    watch(_position: object, _subject: string, watcher: Watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    followersOf: () => watchers.size,
    followersWith: () => watchers.size,
  }
  return { live, watchers, wakeAll: () => [...watchers].forEach((watcher) => void watcher.wake()) }
}

test('a wait looks once, and again only after an event, also after one that comes while it looks', async () => {
  const { live, watchers, wakeAll } = watched()
  const looks: ((found: string | undefined) => void)[] = []
  const look = () => new Promise<string | undefined>((resolve) => looks.push(resolve))
  const found = waitFor(live, anyWait, look)
  expect(looks).toHaveLength(1)
  wakeAll()
  looks[0]?.(undefined)
  await expect.poll(() => looks.length).toBe(2)
  looks[1]?.(undefined)
  await new Promise(setImmediate)
  expect(looks).toHaveLength(2)
  wakeAll()
  await expect.poll(() => looks.length).toBe(3)
  looks[2]?.('yes')
  expect([await found, watchers.size]).toEqual(['yes', 0])
})

test('a wait ends without an answer after its time, when its client leaves, and when the server closes', async () => {
  // Not with a fake clock: it would also count the timers of apps that earlier tests of this process have left.
  const [started, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  const timerOf = (wanted: number) => started.mock.results[started.mock.calls.findLastIndex(([, ms]) => ms === wanted)]
  const { live, watchers } = watched()
  const look = vi.fn(async () => undefined)
  const client = new AbortController()
  const ends: [seconds: number, end: () => void][] = [
    [0.123, () => {}],
    [50, () => client.abort()],
    [51, () => [...watchers].forEach((watcher) => void watcher.end())],
  ]
  for (const [seconds, end] of ends) {
    const left = seconds === 50 ? client.signal : never
    const waiting = waitFor(live, { ...anyWait, seconds, left }, look)
    expect(watchers.size).toBe(1)
    await new Promise(setImmediate)
    end()
    expect([await waiting, watchers.size]).toEqual([undefined, 0])
    const timer = timerOf(seconds * 1_000)
    expect(timer).toBeDefined()
    expect(cleared).toHaveBeenCalledWith(timer?.value)
  }
  expect(look).toHaveBeenCalledTimes(3)
})

test('a watcher is woken by events of its subject alone, and costs no reads until then', async () => {
  const rows = [2, 3, 4].map((seq) => ({ seq, epoch: 'e', task_id: seq === 3 ? 'other' : 'task' }))
  const history = {
    position: vi.fn(async () => ({ seq: 4, epoch: 'e' })),
    after: vi.fn(async (_owner: string, seq: number) => rows.filter((row) => row.seq === seq + 1) as never),
  }
  const live = liveRules({ history, onTrouble: (error) => expect(error).toBeUndefined() })
  const wake = vi.fn()
  const stop = live.watch({ seq: 1, epoch: 'e' }, 'task', { ...caller, wake, end: () => {} })
  live.publishAll()
  live.announce('bo', 2)
  expect([history.position, history.after].map((read) => read.mock.calls.length)).toEqual([0, 0])
  for (const [seq, woken] of [
    [2, 1],
    [3, 1],
    [4, 2],
  ] as const) {
    live.announce('ana', seq)
    await expect.poll(() => history.after.mock.calls.length).toBe(seq - 1)
    await expect.poll(() => wake.mock.calls.length).toBe(woken)
  }
  expect(live.followersWith(caller)).toBe(1)
  // Notifications of other nodes may have been missed.
  history.position.mockResolvedValue({ seq: 1, epoch: 'another' })
  live.publishMissed()
  await expect.poll(() => wake.mock.calls.length).toBe(3)
  stop()
  expect(live.followersOf('ana')).toBe(0)
})

test.for(engines)('%s: waits take no place of other requests, are limited, and end with the server', async (engine) => {
  const app = await liveApp({ engine, config: { maxTokenRequests: 4, maxUserRequests: 4, maxAddressRequests: 4 } })
  const ana = app.as('ana')
  await addTask(ana)
  const { token } = await makeToken(ana, { name: 'codex' })
  const codex = withToken(app, token)
  await askOwner(codex, 1, 'How?')
  const open = () => {
    const url = `${app.origin}/tasks/task/1/notes/1/wait`
    const call = request(url, { method: 'POST', agent: false, headers: { authorization: `Bearer ${token}` } })
    call.end()
    const answer = once(call, 'response').then(async ([response]) => {
      const { message } = JSON.parse((await response.toArray()).join(''))
      return { call, text: `${response.statusCode} ${message}` }
    })
    return { call, answer }
  }
  const waits = Array.from({ length: 21 }, open)
  const refused = await Promise.race(waits.map(({ answer }) => answer))
  expect(refused.text).toBe('429 Too many calls of this token wait for answers. Let some of them end first.')
  // Other calls of the same token, user and address are answered meanwhile, although each may have four requests at a time.
  expect((await codex.get('/tasks/getTasks')).status).toBe(200)
  expect((await ana.get('/tasks/getTasks')).status).toBe(200)
  // Clients that leave give their places back.
  for (const { call, answer } of waits) {
    answer.catch(() => {})
    if (call !== refused.call) call.destroy()
  }
  await expect.poll(async () => (await waitForAnswer(codex, 1, 1, 1)).status, { timeout: 10_000 }).toBe(200)
  const [received, last] = [once(app.app.server, 'request'), open()]
  await received
  await app.app.close()
  expect((await last.answer).text).toBe('200 Question 1 of #1 is not answered yet. Wait again for its answer.')
})

test('postgres: a call that waits on one node is answered by another one', async () => {
  const databaseUrl = await migratedDatabase('postgres')
  const config = { databaseUrl, dataDir: await freshFolder() }
  const [one, two] = [await liveApp({ config }), await liveApp({ config })]
  const ana = one.as('ana')
  await addTask(ana)
  const { token } = await makeToken(ana, { name: 'codex' })
  await askOwner(withToken(one, token), 1, 'How?')
  const before = performance.now()
  const waiting = waitForAnswer(withToken(two, token), 1, 1)
  await answerTo(ana, 1, 1, 'So')
  expect((await waiting).body).toMatchObject({ state: 'answered', answer: 'So' })
  expect(performance.now() - before).toBeLessThan(40_000)
})
