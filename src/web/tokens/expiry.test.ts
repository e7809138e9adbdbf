import { expect, test } from 'vitest'
import { dayProblem, expiryOf } from './expiry.ts'

const now = new Date('2026-11-16T12:00:00').getTime()

test('a token expires after some days, at the end of a day, or never', () => {
  expect(Date.parse(expiryOf('30', '', now) ?? '') - now).toBe(30 * 24 * 3_600_000)
  expect(expiryOf('day', '2026-11-16', now)).toBe(new Date('2026-11-16T23:59:59').toISOString())
  expect(expiryOf('never', '2026-11-16', now)).toBeUndefined()
})

test('the day of expiry is today or later', () => {
  expect([dayProblem('', now), dayProblem('2026-11-31', now)]).toEqual(['Please choose a day.', 'Please choose a day.'])
  expect([dayProblem('2026-11-15', now), dayProblem('2026-11-16', now)]).toEqual(['This day is over.', null])
})
