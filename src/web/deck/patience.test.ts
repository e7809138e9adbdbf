import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPatience } from './patience.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

const stateOf = (work: Promise<unknown>) => {
  const state = { now: 'waiting' }
  work.then(
    () => Object.assign(state, { now: 'done' }),
    (error) => Object.assign(state, { now: error.name }),
  )
  return state
}

test('work that is not answered in time is given up', async () => {
  const inTime = createPatience(10_000)
  const [quick, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const states = [stateOf(inTime(quick.promise)), stateOf(inTime(never.promise))]
  quick.resolve()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(states.map(({ now }) => now)).toEqual(['done', 'waiting'])
  await vi.advanceTimersByTimeAsync(10_001)
  expect(states.map(({ now }) => now)).toEqual(['done', 'TimeoutError'])
})

test('work that waits behind other work is not given up while that is answered', async () => {
  const inTime = createPatience(10_000)
  const all = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const states = all.map(({ promise }) => stateOf(inTime(promise)))
  for (const { resolve } of all) {
    await vi.advanceTimersByTimeAsync(6_000)
    resolve()
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(states.map(({ now }) => now)).toEqual(Array(5).fill('done'))
})
