import { expect, test } from 'vitest'
import { readiness } from './readiness.ts'

const second = 1_000

/** A database whose probes end when the test ends them. */
function world() {
  let now = 0
  const probes: { succeed: () => void; fail: (error: Error) => void }[] = []
  const lost: unknown[] = []
  const back: number[] = []
  const isReady = readiness({
    probe: () => new Promise<void>((succeed, fail) => void probes.push({ succeed, fail })),
    monotonic: () => now,
    onLost: (error) => void lost.push(error),
    onBack: (awayMs) => void back.push(awayMs),
  })
  return {
    isReady,
    probes,
    lost,
    back,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

test('a thousand concurrent checks share one probe, and its result is cached for five seconds', async () => {
  const { isReady, probes, pass } = world()
  const answers = Array.from({ length: 1000 }, isReady)
  probes[0]?.succeed()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]))
  pass(5 * second - 1)
  expect(await isReady()).toBe(true)
  expect(probes).toHaveLength(1)
  pass(1)
  const next = isReady()
  expect(probes).toHaveLength(2)
  probes[1]?.fail(new Error('no'))
  expect(await next).toBe(false)
})

test('a failure is logged once, and probed again after a second; its end is logged with how long it took', async () => {
  const { isReady, probes, lost, back, pass } = world()
  for (const index of [0, 1, 2]) {
    const answer = isReady()
    probes[index]?.fail(new Error('no'))
    expect(await answer).toBe(false)
    expect(await isReady()).toBe(false)
    pass(second)
  }
  expect(lost).toEqual([new Error('no')])
  expect(back).toEqual([])
  const ended = isReady()
  probes[3]?.succeed()
  expect(await ended).toBe(true)
  expect(back).toEqual([3 * second])
})
