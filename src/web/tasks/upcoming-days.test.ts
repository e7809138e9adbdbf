import { expect, test } from 'vitest'
import { upcomingDays } from './upcoming-days.ts'

test('today, tomorrow and the first day of next week are offered, each once', () => {
  const [saturday, sunday] = ['2026-11-14', '2026-11-15']
  const labels = (today: string, weekStart: 'monday' | 'sunday') =>
    upcomingDays(today, weekStart).map(({ label }) => label)
  expect(upcomingDays(saturday, 'monday').map(({ day }) => day)).toEqual([saturday, sunday, '2026-11-16'])
  expect(labels(sunday, 'monday')).toEqual(['Today', 'Tomorrow'])
  expect(labels(saturday, 'sunday')).toEqual(['Today', 'Tomorrow'])
  expect(upcomingDays(sunday, 'sunday').at(-1)).toEqual({ label: 'Next week', day: '2026-11-22' })
})
