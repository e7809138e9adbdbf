import { expect, test } from 'vitest'
import { readingOf, todayOf, usualPreferences } from './preferences.ts'

test('days begin at the hour of the user, and words for days are counted from there', () => {
  const night = new Date(2026, 10, 20, 3, 59)
  expect(todayOf(usualPreferences, night)).toBe('2026-11-20')
  const late = { ...usualPreferences, dayStart: 4 }
  expect([todayOf(late, night), todayOf(late, new Date(2026, 10, 20, 4))]).toEqual(['2026-11-19', '2026-11-20'])
  expect(readingOf(late, night)).toMatchObject({ now: new Date(2026, 10, 19, 12), clock: '03:59' })
})
