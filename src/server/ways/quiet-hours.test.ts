import { expect, test } from 'vitest'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { quietUntil } from './quiet-hours.ts'

/** The end of the quiet hours, in UTC, of somebody in Berlin. */
function end(at: string, quietHours: Partial<NonNullable<Preferences['quietHours']>> = {}) {
  const preferences = {
    timeZone: 'Europe/Berlin',
    quietHours: { isOn: true, from: '20:00', to: '07:30', isQuietAtWeekends: false, ...quietHours },
  } as Preferences
  const until = quietUntil(preferences, Date.parse(at))
  return until === undefined ? undefined : new Date(until).toISOString().slice(0, 16)
}

test('quiet hours follow the clock of the user, through midnight and over changes of clocks', () => {
  // A Wednesday in winter: Berlin is an hour ahead.
  expect(end('2026-11-18T18:59Z')).toBeUndefined()
  expect(end('2026-11-18T19:00Z')).toBe('2026-11-19T06:30')
  expect(end('2026-11-19T06:29Z')).toBe('2026-11-19T06:30')
  expect(end('2026-11-19T06:30Z')).toBeUndefined()
  expect(end('2026-03-28T20:00Z')).toBe('2026-03-29T05:30')
  expect(end('2026-11-18T19:00Z', { isOn: false })).toBeUndefined()
  expect(end('2026-11-18T12:00Z', { from: '12:00', to: '14:00' })).toBe('2026-11-18T13:00')
  expect(end('2026-11-18T12:00Z', { from: '08:00', to: '08:00' })).toBeUndefined()
})

test('a quiet weekend begins at midnight, and its end waits for the morning', () => {
  const quiet = { isQuietAtWeekends: true }
  // Friday evening, Saturday noon, Sunday before midnight.
  for (const at of ['2026-11-20T20:00Z', '2026-11-21T11:00Z', '2026-11-22T22:59Z']) {
    expect(end(at, quiet)).toBe('2026-11-23T06:30')
  }
  expect(end('2026-11-20T12:00Z', quiet)).toBeUndefined()
  expect(end('2026-11-21T11:00Z', { ...quiet, from: '12:00', to: '13:00' })).toBe('2026-11-22T23:00')
})
