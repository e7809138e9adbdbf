import { afterEach, expect, test } from 'vitest'
import { addDays, daysBetween, localDay, parseDay } from './calendar-day.ts'

test.for([
  '2026-11-14',
  '2024-02-29',
  '2000-02-29',
  '0001-01-01',
  '0004-02-29',
  '0099-12-31',
  '9999-12-31',
  '1970-01-01',
  '2026-12-31',
])('%s is a day, in either form', (day) => {
  expect(parseDay(day)).toBe(day)
  expect(parseDay(`${day}T00:00:00.000Z`)).toBe(day)
})

test.for([
  '2026-02-29',
  '1900-02-29',
  '2100-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-11-31',
  '2026-01-00',
  '2026-01-32',
  '2026-00-10',
  '2026-13-01',
  '0000-00-00',
])('%s does not exist', (day) => {
  expect(parseDay(day)).toBeUndefined()
  expect(parseDay(`${day}T00:00:00.000Z`)).toBeUndefined()
})

test.for([
  '',
  'tomorrow',
  '14.11.2026',
  '11/14/2026',
  '2026-11-1',
  '2026-1-14',
  '26-11-14',
  '12026-11-14',
  '+002026-11-14',
  '-000001-01-01',
  '2026-11-14T00:00:00Z',
  '2026-11-14T00:00:00.000',
  '2026-11-14T00:00:00.000+00:00',
  '2026-11-14T23:00:00.000Z',
  '2026-11-14T00:00:00.001Z',
  '2026-11-14 00:00:00.000Z',
  '2026-11-14t00:00:00.000z',
  ' 2026-11-14',
  '2026-11-14 ',
  '2026-11-14\n',
  '20261114',
  '2026-W46-6',
  '２０２６-11-14',
  '1794614400000',
])('%j is not the form of a day', (text) => {
  expect(parseDay(text)).toBeUndefined()
})

const zoneHere = process.env.TZ
afterEach(() => {
  if (zoneHere === undefined) delete process.env.TZ
  else process.env.TZ = zoneHere
})

test.for([
  ['Pacific/Kiritimati', '2026-11-14T09:59:59Z', '2026-11-14'],
  ['Pacific/Kiritimati', '2026-11-14T10:00:00Z', '2026-11-15'],
  ['Pacific/Pago_Pago', '2026-11-14T10:59:59Z', '2026-11-13'],
  ['America/Los_Angeles', '2026-11-14T07:59:59Z', '2026-11-13'],
  ['America/Los_Angeles', '2026-11-14T08:00:00Z', '2026-11-14'],
  ['UTC', '2026-11-14T00:00:00Z', '2026-11-14'],
  ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-02'],
] as const)('in %s, %s is on %s', ([zone, instant, day]) => {
  process.env.TZ = zone
  expect(localDay(new Date(instant))).toBe(day)
})

test('early years keep their four digits', () => {
  process.env.TZ = 'UTC'
  expect(localDay(new Date('0007-03-04T12:00:00Z'))).toBe('0007-03-04')
})

// Clocks change in the night before the second of these days. No day may be skipped or counted twice there.
const clocksChange = [
  ['Europe/Berlin', '2026-03-28', '2026-03-29'],
  ['Europe/Berlin', '2026-10-24', '2026-10-25'],
  ['America/New_York', '2026-03-07', '2026-03-08'],
  ['America/Sao_Paulo', '2018-11-03', '2018-11-04'],
] as const

test.for(clocksChange)('in %s, from %s to %s is one day', ([zone, before, after]) => {
  process.env.TZ = zone
  expect(daysBetween(before, after)).toBe(1)
  expect(daysBetween(after, before)).toBe(-1)
  expect(addDays(before, 1)).toBe(after)
  expect(addDays(after, -1)).toBe(before)
})

test('the difference in days is correct across months, years and leap days', () => {
  expect(daysBetween('2026-11-14', '2026-11-14')).toBe(0)
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1)
  expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365)
  expect(daysBetween('0001-01-01', '9999-12-31')).toBe(3_652_058)
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addDays('2026-11-14', 30)).toBe('2026-12-14')
  expect(addDays('0001-01-01', 3_652_058)).toBe('9999-12-31')
})

test('adding days is the inverse of counting them', () => {
  for (let days = -800; days <= 800; days += 7) {
    const later = addDays('2024-02-29', days)
    expect(parseDay(later)).toBe(later)
    expect(daysBetween('2024-02-29', later)).toBe(days)
  }
})
