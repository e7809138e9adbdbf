import { expect, test } from 'vitest'
import { clockTime, fitsBefore, freeTime, localMeetings, type Meeting, meetingsOn } from './meetings.ts'

const meeting = (start: string, end: string, rest: Partial<Meeting> = {}): Meeting => ({
  ...{ start, end, title: 'Planning', place: null, isBusy: true },
  ...rest,
})

const onDay = (meetings: Meeting[], day: string, timeZone = 'Europe/Berlin') =>
  meetingsOn(localMeetings(meetings, timeZone), day).map(({ meeting: { title }, from, until }) =>
    [from, until, title].map((text) => text ?? '-').join(' '),
  )

test('a meeting is on the day that the clock of the user shows', () => {
  const late = meeting('2026-11-17T23:30:00Z', '2026-11-18T00:30:00Z')
  expect(onDay([late], '2026-11-18')).toEqual(['00:30 01:30 Planning'])
  expect(onDay([late], '2026-11-17')).toEqual([])
  expect(onDay([late], '2026-11-17', 'America/New_York')).toEqual(['18:30 19:30 Planning'])
})

test('a time without a zone is the same everywhere', () => {
  const floating = meeting('2026-11-17T09:00:00', '2026-11-17T10:00:00')
  for (const zone of ['Asia/Tokyo', 'America/New_York']) {
    expect(onDay([floating], '2026-11-17', zone)).toEqual(['09:00 10:00 Planning'])
  }
})

test('a whole day ends before the day that its calendar names as its end, and comes first', () => {
  const trip = meeting('2026-11-17', '2026-11-19', { title: 'Trip' })
  const early = meeting('2026-11-17T05:00:00Z', '2026-11-17T06:00:00Z', { title: 'Call' })
  expect(onDay([early, trip], '2026-11-17')).toEqual(['- - Trip', '06:00 07:00 Call'])
  expect(onDay([trip], '2026-11-18')).toEqual(['- - Trip'])
  expect(onDay([trip], '2026-11-19')).toEqual([])
})

test('a meeting over midnight is on both days, and one that ends at midnight on one', () => {
  const night = meeting('2026-11-17T22:00:00', '2026-11-18T02:00:00')
  expect(onDay([night], '2026-11-17')).toEqual(['22:00 - Planning'])
  expect(onDay([night], '2026-11-18')).toEqual(['- 02:00 Planning'])
  expect(onDay([meeting('2026-11-17T22:00:00', '2026-11-18T00:00:00')], '2026-11-18')).toEqual([])
  expect(onDay([meeting('2026-11-17T00:00:00', '2026-11-17T00:00:00')], '2026-11-17')).toEqual(['00:00 00:00 Planning'])
})

const at = new Date('2026-11-17T12:00:00Z')
const berlin = 'Europe/Berlin'

test('the time is free until the next meeting of today', () => {
  const next = meeting('2026-11-17T13:00:00Z', '2026-11-17T14:00:00Z')
  expect(freeTime([next], at, berlin)).toEqual({ minutes: 60, meetingAt: '14:00' })
  const earlier = meeting('2026-11-17T13:30:00', '2026-11-17T13:45:00')
  expect(freeTime([next, earlier], at, berlin)).toEqual({ minutes: 30, meetingAt: '13:30' })
})

test('no time is free during a meeting, and nothing is said without one', () => {
  const next = meeting('2026-11-17T13:00:00Z', '2026-11-17T14:00:00Z')
  const present = meeting('2026-11-17T11:30:00Z', '2026-11-17T12:30:00Z')
  expect(freeTime([present, next], at, berlin)).toBeUndefined()
  expect(freeTime([], at, berlin)).toBeUndefined()
  expect(freeTime([meeting('2026-11-18T09:00:00Z', '2026-11-18T10:00:00Z')], at, berlin)).toBeUndefined()
})

test('whole days and what is marked as free take no time', () => {
  const trip = meeting('2026-11-17', '2026-11-19')
  const lunch = meeting('2026-11-17T11:30:00Z', '2026-11-17T12:30:00Z', { isBusy: false })
  const next = meeting('2026-11-17T13:00:00Z', '2026-11-17T14:00:00Z')
  expect(freeTime([trip, lunch, next], at, berlin)?.meetingAt).toBe('14:00')
})

test('a task fits if its estimate is not longer than the free time', () => {
  const free = { minutes: 60, meetingAt: '14:00' }
  expect(fitsBefore({ estimate: 1 }, free)).toBe('fits before your meeting at 14:00')
  expect(fitsBefore({ estimate: 2 }, free)).toBeUndefined()
  expect(fitsBefore({ estimate: null }, free)).toBeUndefined()
  expect(fitsBefore({}, free)).toBeUndefined()
  expect(fitsBefore({ estimate: 1 }, undefined)).toBeUndefined()
})

test('the clock of a time zone shows midnight as 00:00', () => {
  expect(clockTime(new Date('2026-11-16T23:00:00Z'), berlin)).toBe('2026-11-17T00:00')
})
