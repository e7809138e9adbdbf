import { expect, test, vi } from 'vitest'
import { leftBehind, processState } from './process-state.ts'

test('everything that a test leaves behind is named and put back', () => {
  const before = processState()
  vi.useFakeTimers()
  // Taken away after the clock, this spy puts the fake timer back.
  vi.spyOn(globalThis, 'setTimeout')
  vi.stubGlobal('fetch', () => {})
  process.env.LEFT_BEHIND = 'yes'
  process.on('SIGTERM', () => {})
  expect(leftBehind(before)).toEqual([
    'a fake clock',
    'another setTimeout',
    'another fetch',
    'another value of LEFT_BEHIND in the environment',
    'a listener of SIGTERM',
  ])
  expect(vi.isFakeTimers()).toBe(false)
  expect(leftBehind(before)).toEqual([])
})

test('a state that the test has put back itself is not named', () => {
  const before = processState()
  vi.useFakeTimers()
  vi.spyOn(globalThis, 'setTimeout')
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.stubEnv('LEFT_BEHIND', 'yes')
  vi.unstubAllEnvs()
  vi.spyOn(globalThis, 'fetch')
  expect(leftBehind(before)).toEqual([])
})
