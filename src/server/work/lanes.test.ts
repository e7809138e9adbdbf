import { expect, onTestFinished, test, vi } from 'vitest'
import { lanes } from './lanes.ts'

/** Work that ends when the test ends it. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('work for one key waits for its turn, and work for another key does not', async () => {
  const lane = lanes({ maxRunning: 2, maxWaiting: 1 })
  const [one, two] = [open(), open()]
  const running = [lane.run('ana', one.work), lane.run('ana', two.work)]
  let third = 'waiting'
  const waiting = lane.run('ana', async () => {
    third = 'ran'
  })
  await lane.run('bo', async () => {})
  expect(third).toBe('waiting')
  one.end()
  await waiting
  expect(third).toBe('ran')
  two.end()
  await Promise.all(running)
  expect(lane.size).toBe(0)
})

test('work is refused and never runs if too much work is waiting already', async () => {
  const lane = lanes({ maxRunning: 1, maxWaiting: 1 })
  const first = open()
  const running = [lane.run('ana', first.work), lane.run('ana', async () => {})]
  let ran = false
  const refused = lane.run('ana', async () => {
    ran = true
  })
  await expect(refused).rejects.toMatchObject({ code: 'too_many_requests' })
  first.end()
  await Promise.all(running)
  expect(ran).toBe(false)
})

test('failed work frees its place for the next', async () => {
  const lane = lanes({ maxRunning: 1, maxWaiting: 5 })
  const failing = lane.run('ana', () => Promise.reject(new Error('no')))
  const next = lane.run('ana', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(lane.size).toBe(0)
})

test('work that waits for too long is rejected as unavailable, and never runs', async () => {
  const lane = lanes({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 20 })
  const first = open()
  const running = lane.run('ana', first.work)
  let ran = false
  const late = lane.run('ana', async () => {
    ran = true
  })
  await expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  first.end()
  await running
  expect(await lane.run('ana', async () => 'next')).toBe('next')
  expect(ran).toBe(false)
  expect(lane.size).toBe(0)
})

test('a place stays empty for as long as its work took', async () => {
  const lane = lanes({ maxRunning: 1, maxWaiting: 5, restsAsLong: true })
  const order: string[] = []
  let endsAt = 0
  await lane.run('ana', async () => {
    const begun = performance.now()
    while (performance.now() < begun + 20);
    endsAt = performance.now()
  })
  const next = lane.run('ana', async () => {
    order.push('next')
    return performance.now()
  })
  await lane.run('bo', async () => order.push('another key'))
  // Timers have a resolution of one millisecond.
  expect((await next) - endsAt).toBeGreaterThan(18)
  expect(order).toEqual(['another key', 'next'])
})

test('a place stays empty no longer than the longest rest', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lane = lanes({ maxRunning: 1, maxWaiting: 5, restsAsLong: true, maxRestMs: 10 })
  const first = open()
  const running = lane.run('ana', first.work)
  await vi.advanceTimersByTimeAsync(1_000)
  first.end()
  await running
  let hasRun = false
  const next = lane.run('ana', async () => {
    hasRun = true
  })
  await vi.advanceTimersByTimeAsync(9)
  expect(hasRun).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await next
  expect(hasRun).toBe(true)
})

test('a crowded lane pauses before waiting work takes a place', async () => {
  const lane = lanes({ maxRunning: 1, maxWaiting: 5, restMs: 50 })
  const order: string[] = []
  const first = lane.run('ana', async () => order.push('first'))
  const waiting = lane.run('ana', async () => order.push('waiting'))
  await first
  await lane.run('bo', async () => order.push('another key'))
  await waiting
  expect(order).toEqual(['first', 'another key', 'waiting'])
  expect(lane.size).toBe(0)
})
