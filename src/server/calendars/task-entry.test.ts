import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { line, textValue } from './calendar-lines.ts'
import { laterDates } from './calendar-rule.ts'

test('long lines are folded at 75 bytes, between characters, and read back unchanged', () => {
  for (const text of ['x'.repeat(75), 'x'.repeat(76), 'ü'.repeat(200), `${'🙂'.repeat(80)}é`, 'short']) {
    const folded = line(`SUMMARY:${text}`)
    const lines = folded.split('\r\n')
    expect(lines.pop()).toBe('')
    expect(Math.max(...lines.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(75)
    expect(folded.replaceAll('\r\n ', '')).toBe(`SUMMARY:${text}\r\n`)
  }
})

test('no text ends its property', () => {
  expect(textValue('a\r\nEND:VEVENT\rb\u2028c\u0000\u0007d\te;f,g\\h')).toBe('a\\nEND:VEVENT\\nb\\ncd\te\\;f\\,g\\\\h')
})

const datesOf = (rule: string, start: string, count: number) => {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(start))
  return Array.from({ length: count }, () => String(dates.next()))
}

test('a rule is passed on, and a day that falls back is written so that every program knows it', () => {
  expect(laterDates({ rule: 'FREQ=WEEKLY;BYDAY=MO', from: 'due' }, '2027-02-01')).toEqual([
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
  ])
  expect(laterDates({ rule: 'FREQ=DAILY', from: 'completion' }, '2027-02-01')).toEqual([])
  const fallingBack = (days: string, start: string) =>
    laterDates({ rule: `RSCALE=GREGORIAN;FREQ=${days};SKIP=BACKWARD`, from: 'due' }, `${start}T00:00:00.000Z`)
  const [monthly = ''] = fallingBack('MONTHLY;BYMONTHDAY=31', '2027-01-31')
  expect(monthly).toBe('RRULE:FREQ=MONTHLY;BYMONTHDAY=-1')
  expect(datesOf(monthly.slice(6), '2027-01-31', 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  const [yearly = ''] = fallingBack('YEARLY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29')
  expect(datesOf(yearly.slice(6), '2028-02-29', 3)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28'])
  const [dates = ''] = fallingBack('MONTHLY;BYMONTHDAY=30', '2027-01-30')
  expect(dates).toMatch(/^RDATE;VALUE=DATE:20270228,20270330,20270430,/)
  expect(dates.split(',')).toHaveLength(24)
})
