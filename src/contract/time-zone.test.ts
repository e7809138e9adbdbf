import { afterEach, expect, test } from 'vitest'
import { beginDaysAt, countedDay } from './calendar-day.ts'
import { dayIn } from './time-zone.ts'

afterEach(() => beginDaysAt(0))

test('a time before the hour at which days begin counts to the day before', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`)
  expect(dayIn({ timeZone: 'Europe/Berlin' }, at('22:59'))).toBe('2026-11-20')
  expect(dayIn({ timeZone: 'Europe/Berlin' }, at('23:00'))).toBe('2026-11-21')
  const late = { timeZone: 'Europe/Berlin', dayStart: 4 }
  expect(dayIn(late, at('02:59'))).toBe('2026-11-19')
  expect(dayIn(late, at('03:00'))).toBe('2026-11-20')
  expect(dayIn({ timeZone: '', dayStart: 12 }, new Date('2026-03-01T11:59Z'))).toBe('2026-02-28')
})

test('in a browser, days begin at the hour of its user', () => {
  const local = (hour: number, minute = 0) => new Date(2026, 2, 1, hour, minute)
  expect(countedDay(local(0))).toBe('2026-03-01')
  beginDaysAt(4)
  expect([countedDay(local(3, 59)), countedDay(local(4))]).toEqual(['2026-02-28', '2026-03-01'])
})
