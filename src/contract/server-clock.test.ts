import { expect, onTestFinished, test, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

test('of several responses, the latest time counts; a clock that was set counts at once', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-17T10:00:00.900Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    noteServerTime(new Date().toUTCString())
  })
  // Other tests of this process have learnt a clock.
  noteServerTime('Tue, 17 Nov 2026 09:00:00 GMT')
  const ahead = () => serverNow() - Date.now()
  noteServerTime('Tue, 17 Nov 2026 10:00:00 GMT')
  expect(ahead()).toBe(-900)
  vi.advanceTimersByTime(150)
  noteServerTime('Tue, 17 Nov 2026 10:00:01 GMT')
  expect(ahead()).toBe(-50)
  vi.advanceTimersByTime(800)
  noteServerTime('Tue, 17 Nov 2026 10:00:01 GMT')
  noteServerTime(null)
  noteServerTime('some day')
  expect(ahead()).toBe(-50)
  noteServerTime('Tue, 17 Nov 2026 11:00:01 GMT')
  expect(ahead()).toBe(3_599_150)
})
