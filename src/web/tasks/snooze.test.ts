import { expect, test } from 'vitest'
import { isSnoozed } from '../../contract/start-date.ts'
import { snoozeDays } from './snooze.ts'

const days = (today: string, weekStart: 'monday' | 'sunday' | 'saturday' = 'monday') =>
  snoozeDays(today, weekStart).map(({ label, day }) => `${label} ${day}`)

test('a task is put off to tomorrow, the next week, the next month or someday', () => {
  expect(days('2026-11-17')).toEqual([
    'Tomorrow 2026-11-18',
    'Next week 2026-11-23',
    'Next month 2026-12-01',
    'Someday 9999-12-31',
  ])
  expect(days('2026-12-31')).toEqual(['Tomorrow 2027-01-01', 'Next week 2027-01-04', 'Someday 9999-12-31'])
})

test('two names for the same day are offered once, and tomorrow is always one of them', () => {
  expect(days('2026-11-22')).toEqual(['Tomorrow 2026-11-23', 'Next month 2026-12-01', 'Someday 9999-12-31'])
  expect(days('2026-11-21', 'sunday')[0]).toBe('Tomorrow 2026-11-22')
  // A Sunday that ends a month.
  expect(days('2027-01-31')).toEqual(['Tomorrow 2027-02-01', 'Someday 9999-12-31'])
  expect(days('2026-11-28', 'sunday')).toEqual(['Tomorrow 2026-11-29', 'Next month 2026-12-01', 'Someday 9999-12-31'])
})

test('a task has started on its start date, and a completed one always has', () => {
  const task = { startDate: '2026-12-03T00:00:00.000Z', status: 'Pending' } as const
  expect([isSnoozed(task, '2026-12-02'), isSnoozed(task, '2026-12-03')]).toEqual([true, false])
  expect(isSnoozed({ ...task, status: 'Completed' }, '2026-12-02')).toBe(false)
  expect(isSnoozed({ ...task, startDate: null }, '2026-12-02')).toBe(false)
})
