import { expect, test } from 'vitest'
import { dayIn, placeAfter, rangeInWords, weeksOf } from './days.ts'

const edges = (weeks: string[][]) => [weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]

test('a month has whole weeks, whatever the first day of the week', () => {
  expect(edges(weeksOf('month', '2026-11-17', 'monday'))).toEqual([6, '2026-10-26', '2026-12-06'])
  expect(edges(weeksOf('month', '2026-11-17', 'sunday'))).toEqual([5, '2026-11-01', '2026-12-05'])
  expect(edges(weeksOf('month', '2026-11-17', 'saturday'))).toEqual([5, '2026-10-31', '2026-12-04'])
  // February 2027 begins on a Monday and has four weeks exactly.
  expect(edges(weeksOf('month', '2027-02-10', 'monday'))).toEqual([4, '2027-02-01', '2027-02-28'])
  expect(edges(weeksOf('month', '2026-12-31', 'monday'))).toEqual([5, '2026-11-30', '2027-01-03'])
  expect(edges(weeksOf('month', '2028-02-29', 'monday'))).toEqual([5, '2028-01-31', '2028-03-05'])
  for (const week of weeksOf('month', '2026-03-29', 'monday')) expect(week).toHaveLength(7)
})

test('a week begins with the first day of the week, also at the end of a year', () => {
  expect(weeksOf('week', '2027-01-01', 'monday')).toEqual([
    ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'],
  ])
  expect(edges(weeksOf('week', '2026-11-15', 'sunday'))).toEqual([1, '2026-11-15', '2026-11-21'])
  expect(edges(weeksOf('week', '2026-11-15', 'monday'))).toEqual([1, '2026-11-09', '2026-11-15'])
})

test('without weekends, a month has the working days of its weeks, and no week of other months', () => {
  const weeks = weeksOf('month', '2026-11-17', 'monday', false)
  expect(edges(weeks)).toEqual([5, '2026-11-02', '2026-12-04'])
  for (const week of weeks) expect(week).toHaveLength(5)
  expect(edges(weeksOf('week', '2026-11-15', 'sunday', false))).toEqual([1, '2026-11-16', '2026-11-20'])
})

test('steps cross years, and the present month and week are not in the address', () => {
  const step = (range: 'month' | 'week', day: string, steps: number) =>
    placeAfter(range, day, steps, '2026-11-17', 'monday')
  expect(step('month', '2026-12-31', 1)).toBe('2027-01')
  expect(step('month', '2027-01-31', -1)).toBe('2026-12')
  expect(step('month', '2026-11-17', -12)).toBe('2025-11')
  expect(step('month', '2026-12-01', -1)).toBeUndefined()
  expect(step('week', '2026-12-28', 1)).toBe('2027-01-04')
  expect(step('week', '2026-11-23', -1)).toBeUndefined()
})

test('the address names a month or a day; without one, it is today', () => {
  const place = (on?: string) => dayIn({ range: 'month', on }, '2026-11-17')
  expect([place(), place('2026-11'), place('2026-12'), place('2026-11-03')]).toEqual([
    '2026-11-17',
    '2026-11-17',
    '2026-12-01',
    '2026-11-03',
  ])
})

test('months and weeks have names', () => {
  const name = (range: 'month' | 'week', day: string) =>
    rangeInWords(range, day, weeksOf(range, day, 'monday'), '2026-11-17')
  expect(name('month', '2026-11-17')).toBe('November 2026')
  expect(name('week', '2026-11-17')).toBe('Nov 16 – 22')
  expect(name('week', '2026-12-01')).toBe('Nov 30 – Dec 6')
  expect(name('week', '2027-03-03')).toBe('Mar 1 – 7, 2027')
  expect(name('week', '2027-01-01')).toBe('Dec 28, 2026 – Jan 3, 2027')
})
