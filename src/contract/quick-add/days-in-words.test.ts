import { expect, test } from 'vitest'
import { daysIn, typedDay } from './days-in-words.ts'

// A Sunday, in the middle of the day wherever the test runs.
const now = new Date(2026, 10, 15, 12)
const read = (text: string) => typedDay(text, { dateStyle: 'month-first', now })
const readDayFirst = (text: string) => typedDay(text, { dateStyle: 'day-first', now })

test('a day is parsed in ISO format and in many words, and is not in the past', () => {
  for (const [text, day] of [
    ['2026-11-20', '2026-11-20'],
    [' 2020-01-05 ', '2020-01-05'],
    ['Nov 20', '2026-11-20'],
    ['20 nov', '2026-11-20'],
    ['Nov 2', '2027-11-02'],
    ['Friday, November 20', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['3.12.2026', '2026-12-03'],
    ['friday', '2026-11-20'],
    ['last friday', '2026-11-13'],
    ['tomorrow', '2026-11-16'],
    ['in 3 days', '2026-11-18'],
    ['+3 days', '2026-11-18'],
    ['next week', '2026-11-22'],
  ] as const) {
    expect(read(text), text).toBe(day)
    expect(readDayFirst(text), text).toBe(day)
  }
})

test('the format that the field shows can be typed', () => {
  expect(read('Nov 22, 2026')).toBe('2026-11-22')
  expect(readDayFirst('22 Nov 2026')).toBe('2026-11-22')
})

test('numbers with slashes follow the date style', () => {
  expect(read('3/12/2026')).toBe('2026-03-12')
  expect(readDayFirst('3/12/2026')).toBe('2026-12-03')
  expect(read('3/12')).toBe('2027-03-12')
  expect(readDayFirst('3/12')).toBe('2026-12-03')
})

test('days that do not exist, and other texts, are rejected', () => {
  const texts = ['2026-02-30', 'Feb 30', '30 Feb', '31 April 2026', '30/2/2026', '', '12', '+3', '2026', '2026-11']
  for (const text of [...texts, 'november', '12/2026', 'foo', 'foo friday', '5pm', 'friday 5pm', 'now', 'mon - fri']) {
    expect(read(text), text).toBeUndefined()
    expect(readDayFirst(text), text).toBeUndefined()
  }
})

test('times and repetitions are not part of a day', () => {
  const words = (text: string) => daysIn(text, { dateStyle: 'iso', now }).map((day) => day.text)
  expect(words('Call Bo tomorrow at 5pm')).toEqual(['tomorrow'])
  expect(words('Call Bo 17:30 on friday')).toEqual(['on friday'])
  expect(words('Call Bo tomorrow morning')).toEqual(['tomorrow'])
  expect(words('Call Bo in 2 hours')).toEqual([])
  expect(words('Pay rent every friday')).toEqual([])
  expect(words('Pay rent every 2 weeks')).toEqual([])
  expect(words('Pay rent every other friday by Nov 20')).toEqual(['Nov 20'])
})

test('where only a day is expected, fractions, durations and numbers of days are days, too', () => {
  const texts = ['3/4', '7/8', '2d', '3 days', '2 weeks', '25th', '1st', 'by friday', 'till friday', 'a week on friday']
  expect(texts.map(read)).toEqual([
    '2027-03-04',
    '2027-07-08',
    '2026-11-17',
    '2026-11-18',
    '2026-11-29',
    '2026-11-25',
    '2026-12-01',
    '2026-11-20',
    '2026-11-20',
    '2026-11-27',
  ])
  for (const text of ['24/7', '13/14', 'wait 2d', 'progress 7/8', 'till']) expect(read(text), text).toBeUndefined()
})
