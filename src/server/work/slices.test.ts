import { expect, test } from 'vitest'
import { inSlices, repeatStep, withRest } from './slices.ts'

function countdown(from: number) {
  let left = from
  return { step: async () => --left > 0, left: () => left }
}

test('a slice completes at least one step, however little time it has, and reports that more is left', async () => {
  const { step, left } = countdown(3)
  expect([await repeatStep(0, step), left()]).toEqual([true, 2])
  expect([await repeatStep(0, step), left()]).toEqual([true, 1])
  expect([await repeatStep(0, step), left()]).toEqual([false, 0])
})

test('a slice with enough time completes everything', async () => {
  const { step, left } = countdown(1000)
  expect([await repeatStep(60_000, step), left()]).toEqual([false, 0])
})

test('long work runs slice by slice until nothing is left or it is stopped', async () => {
  const whole = countdown(3)
  await inSlices(whole.step)
  expect(whole.left()).toBe(0)
  const stopped = countdown(3)
  const stop = new AbortController()
  await inSlices(() => {
    stop.abort()
    return stopped.step()
  }, stop.signal)
  expect(stopped.left()).toBe(2)
})

test('every slice is followed by a pause of the same length', async () => {
  const begun = performance.now()
  let workMs = 0
  const result = await withRest(async () => {
    while (performance.now() < begun + 20);
    workMs = performance.now() - begun
    return 'done'
  })
  expect(result).toBe('done')
  // Timers have a resolution of one millisecond.
  expect(performance.now() - begun).toBeGreaterThan(workMs + 18)
})
