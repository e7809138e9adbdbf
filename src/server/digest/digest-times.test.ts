import { expect, test } from 'vitest'
import { isForNow, nextDigest } from './digest-times.ts'

const daily = { isOn: true, at: '02:30', days: [1, 2, 3, 4, 5, 6, 7] }
const berlin = 'Europe/Berlin'
const at = (iso: string) => Date.parse(iso)
const next = (settings: typeof daily, zone: string, after: string) => {
  const found = nextDigest(settings, zone, at(after))
  return found && [found.localTime, new Date(found.dueAt).toISOString()]
}

test('the next digest is at its hour in the time zone of the user, also when clocks change', () => {
  expect(next(daily, berlin, '2026-03-27T12:00:00Z')).toEqual(['2026-03-28T02:30', '2026-03-28T01:30:00.000Z'])
  // This time does not exist: it moves forward with the clocks.
  expect(next(daily, berlin, '2026-03-28T12:00:00Z')).toEqual(['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'])
  // This time happens twice: the first one counts, and there is no second digest.
  expect(next(daily, berlin, '2026-10-24T12:00:00Z')).toEqual(['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'])
  expect(next(daily, berlin, '2026-10-25T00:30:00Z')).toEqual(['2026-10-26T02:30', '2026-10-26T01:30:00.000Z'])
  expect(next(daily, '', '2026-11-18T02:29:59Z')).toEqual(['2026-11-18T02:30', '2026-11-18T02:30:00.000Z'])
})

test('the next digest is on a chosen day', () => {
  const weekdays = { ...daily, at: '08:00', days: [1, 2, 3, 4, 5] }
  expect(next(weekdays, berlin, '2026-11-20T07:00:00Z')).toEqual(['2026-11-23T08:00', '2026-11-23T07:00:00.000Z'])
  const tuesdays = { ...daily, days: [2] }
  expect(next(tuesdays, '', '2026-11-17T02:30:00Z')?.[0]).toBe('2026-11-24T02:30')
  expect(next({ ...daily, days: [] }, '', '2026-11-17T02:30:00Z')).toBeUndefined()
})

test('a late digest stands for those that were missed, on a day that has one', () => {
  const weekdays = { ...daily, at: '08:00', days: [1, 2, 3, 4, 5] }
  const isSent = (time: string) => isForNow(weekdays, berlin, at(time))
  expect(isSent('2026-11-18T07:00:00Z')).toBe(true)
  expect(isSent('2026-11-18T22:00:00Z')).toBe(true)
  // That of today is still to come.
  expect(isSent('2026-11-19T06:59:59Z')).toBe(false)
  expect(isSent('2026-11-21T12:00:00Z')).toBe(false)
})
