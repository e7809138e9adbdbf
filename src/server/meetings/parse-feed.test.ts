import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { ruleIn, startsOf } from './occurrences.ts'
import { parseFeed } from './parse-feed.ts'

const today = '2026-11-17'

/** A calendar with these lines between its edges. */
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => {
  const id = lines.some((line) => line.startsWith('UID:')) ? [] : ['UID:one']
  return ['BEGIN:VEVENT', ...id, ...lines, 'END:VEVENT']
}

const read = (...lines: string[]) => parseFeed(calendar(...lines), today)
/** The beginnings of the meetings. */
const starts = (...lines: string[]) => read(...lines).meetings.map(({ start }) => start)

test('an event has its title, place and times', () => {
  const { meetings, leftOut, endsOn } = read(
    ...event(
      'DTSTART;TZID=Europe/Berlin:20261117T140000',
      'DTEND;TZID=Europe/Berlin:20261117T150000',
      'SUMMARY:Plan\\, and\\nreview\u202e',
      'LOCATION;LANGUAGE=en:Room "3": left',
      'BEGIN:VALARM',
      'DESCRIPTION:In ten minutes',
      'TRIGGER:-PT10M',
      'END:VALARM',
    ),
  )
  expect(meetings).toEqual([
    {
      ...{ start: '2026-11-17T13:00:00Z', end: '2026-11-17T14:00:00Z' },
      ...{ title: 'Plan, and review', place: 'Room "3": left', isBusy: true },
    },
  ])
  expect([leftOut, endsOn]).toEqual([0, null])
})

test('long lines are unfolded, and long titles are cut', () => {
  const [title] = read(...event('DTSTART:20261117T140000Z', 'SUMMARY:Pla', ' n')).meetings.map((one) => one.title)
  expect(title).toBe('Plan')
  const long = read(...event('DTSTART:20261117T140000Z', `SUMMARY:${'🙂'.repeat(300)}`)).meetings[0]?.title ?? ''
  expect([...long].length).toBe(200)
})

test.for([
  ['DTEND:20261117T153000Z', '2026-11-17T15:30:00Z'],
  ['DURATION:PT1H30M', '2026-11-17T15:30:00Z'],
  ['DURATION:P1D', '2026-11-18T14:00:00Z'],
  ['DTEND:20261117T130000Z', '2026-11-17T14:00:00Z'],
  ['COMMENT:without an end', '2026-11-17T14:00:00Z'],
  ['DTEND;TZID=America/New_York:20261117T120000', '2026-11-17T17:00:00Z'],
] as const)('with %s it ends at %s', ([line, end]) => {
  expect(read(...event('DTSTART:20261117T140000Z', line)).meetings[0]?.end).toBe(end)
})

test('whole days end on the day after the last one, and times without a zone have none', () => {
  expect(read(...event('DTSTART;VALUE=DATE:20261117')).meetings).toMatchObject([
    { start: '2026-11-17', end: '2026-11-18' },
  ])
  expect(read(...event('DTSTART;VALUE=DATE:20261117', 'DTEND;VALUE=DATE:20261120')).meetings[0]?.end).toBe('2026-11-20')
  expect(read(...event('DTSTART:20261117T090000', 'DURATION:PT1H')).meetings).toMatchObject([
    { start: '2026-11-17T09:00:00', end: '2026-11-17T10:00:00' },
  ])
})

test('a time is free if the calendar says so', () => {
  expect(read(...event('DTSTART:20261117T140000Z', 'TRANSP:TRANSPARENT')).meetings[0]?.isBusy).toBe(false)
  expect(read(...event('DTSTART:20261117T140000Z', 'TRANSP:OPAQUE')).meetings[0]?.isBusy).toBe(true)
})

test('a cancelled event is no meeting', () => {
  expect(starts(...event('DTSTART:20261117T140000Z', 'STATUS:CANCELLED'))).toEqual([])
})

test('a repetition follows the clock of its time zone, also when the clocks change', () => {
  const lines = ['DTSTART;TZID=Europe/Berlin:20151019T100000', 'RRULE:FREQ=WEEKLY;UNTIL=20261102T090000Z']
  expect(starts(...event(...lines))).toEqual(['2026-10-19T08:00:00Z', '2026-10-26T09:00:00Z', '2026-11-02T09:00:00Z'])
})

test('a time that the change of the clocks leaves out moves forward with them', () => {
  const lines = ['DTSTART;TZID=Europe/Berlin:20270327T023000', 'RRULE:FREQ=DAILY;COUNT=3']
  expect(starts(...event(...lines))).toEqual(['2027-03-27T01:30:00Z', '2027-03-28T01:30:00Z', '2027-03-29T00:30:00Z'])
})

const weekly = [
  'DTSTART;TZID=Europe/Berlin:20261102T100000',
  'DURATION:PT1H',
  'SUMMARY:Weekly',
  'RRULE:FREQ=WEEKLY;COUNT=5',
]
const replacing = (...lines: string[]) => event('RECURRENCE-ID;TZID=Europe/Berlin:20261116T100000', ...lines)

test('dates are left out and added', () => {
  expect(
    starts(
      ...event(
        ...weekly,
        'EXDATE:20261109T090000Z,20261116T090000Z',
        'EXDATE;VALUE=DATE:20261123',
        'RDATE;VALUE=PERIOD:20261118T090000Z/PT2H',
      ),
    ),
  ).toEqual(['2026-11-02T09:00:00Z', '2026-11-18T09:00:00Z', '2026-11-30T09:00:00Z'])
})

test('one repetition is moved, renamed or cancelled', () => {
  const moved = ['DTSTART:20261120T150000Z', 'DTEND:20261120T160000Z', 'SUMMARY:Moved']
  const meetings = (...other: string[]) =>
    read(...event(...weekly), ...other).meetings.map(({ start, title }) => `${start.slice(5, 13)} ${title}`)
  expect(meetings(...replacing(...moved))).toEqual([
    ...['11-02T09 Weekly', '11-09T09 Weekly', '11-20T15 Moved', '11-23T09 Weekly', '11-30T09 Weekly'],
  ])
  expect(meetings(...replacing(...moved, 'STATUS:CANCELLED'))).toHaveLength(4)
  // Out of the days that are read.
  expect(meetings(...replacing('DTSTART:20290101T150000Z', 'SUMMARY:Moved'))).toHaveLength(4)
})

test('a repetition whose event is missing stands alone', () => {
  expect(starts(...replacing('DTSTART:20261120T150000Z'))).toEqual(['2026-11-20T15:00:00Z'])
})

test('all repetitions from one on are moved', () => {
  const change = ['RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261116T100000']
  expect(
    starts(...event(...weekly), ...event(...change, 'DTSTART;TZID=Europe/Berlin:20261116T120000', 'DURATION:PT1H')),
  ).toEqual([
    ...['2026-11-02T09:00:00Z', '2026-11-09T09:00:00Z'],
    ...['2026-11-16T11:00:00Z', '2026-11-23T11:00:00Z', '2026-11-30T11:00:00Z'],
  ])
})

const zone = (name: string, ...standard: string[]) => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
  ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', ...standard, 'END:STANDARD', 'END:VTIMEZONE'],
]

test.for([
  ['Europe/Berlin', '2026-11-17T13:00:00Z'],
  ['/freeassociation.sourceforge.net/Europe/Berlin', '2026-11-17T13:00:00Z'],
  ['"Middle of Nowhere"', '2026-11-17T11:00:00Z'],
  ['"Not defined"', '2026-11-17T14:00:00'],
  ['constructor', '2026-11-17T14:00:00'],
] as const)('a time in the zone %s is %s', ([name, start]) => {
  expect(starts(...zone('Middle of Nowhere'), ...event(`DTSTART;TZID=${name}:20261117T140000`))).toEqual([start])
})

test('a zone whose clocks change every second is no zone', () => {
  const lines = zone('Middle of Nowhere', 'RRULE:FREQ=SECONDLY')
  expect(starts(...lines, ...event('DTSTART;TZID=Middle of Nowhere:20261117T140000'))).toEqual(['2026-11-17T14:00:00'])
})

test('only the days around today are read', () => {
  const days = ['20261001', '20261013', '20271123', '20280101'].flatMap((day) =>
    event(`DTSTART;VALUE=DATE:${day}`, `UID:${day}`),
  )
  expect(starts(...days)).toEqual(['2026-10-13', '2027-11-23'])
  expect(starts(...event('DTSTART;VALUE=DATE:20260101', 'DURATION:P50W'))).toEqual(['2026-01-01'])
})

test.for([
  ['no day', 'DTSTART:nonsense'],
  ['a day that does not exist', 'DTSTART:20261131T100000Z'],
  ['a year far away', 'DTSTART:99991231T100000Z', 'RDATE:20261117'],
  ['a rule of seconds', 'DTSTART:20261117T140000Z', 'RRULE:FREQ=SECONDLY'],
  ['an unknown rule', 'DTSTART:20261117T140000Z', 'RRULE:FREQ=NEVER'],
  ['a rule that repeats in a billion days', 'DTSTART:20261117T140000Z', 'RRULE:FREQ=DAILY;INTERVAL=1000000000'],
  ['no duration', 'DTSTART:20261117T140000Z', 'DURATION:soon'],
  ['10,000 dates', 'DTSTART:20261117T140000Z', `RDATE:${'20261118T140000Z,'.repeat(10_000)}20261119T140000Z`],
])('an event that cannot be understood is left out, and others stay: %s', ([, ...lines]) => {
  const { meetings, leftOut } = read(...event(...lines), ...event('UID:two', 'DTSTART:20261117T140000Z'))
  expect([meetings.length, leftOut]).toEqual([1, 1])
})

test('a rule that never finds its next day holds up nothing', { tags: 'long' }, () => {
  const lines = ['DTSTART:20261117T140000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30']
  const { meetings, leftOut } = read(...event(...lines), ...event('UID:two', 'DTSTART:20261117T140000Z'))
  expect([meetings.length, leftOut]).toEqual([1, 1])
})

test('of too many meetings, those that are not over stay, and the day is told on which they end', () => {
  const daily = event('DTSTART:20260101T000000Z', 'RRULE:FREQ=HOURLY;INTERVAL=4')
  const { meetings, endsOn } = read(...daily)
  expect(meetings).toHaveLength(1_000)
  expect(meetings[0]?.start).toBe('2026-11-17T00:00:00Z')
  expect(endsOn).toBe('2027-05-02')
})

test('no text makes reading fail', () => {
  const piece = fc.constantFrom(
    ...[
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'BEGIN:VALARM',
      'END:VALARM',
      'END:VCALENDAR',
    ],
    ...['DTSTART:20261117T140000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'RECURRENCE-ID:20261118T140000Z', 'UID:one', ' folded'],
    ...['DTSTART;TZID=":', 'RRULE:', 'EXDATE:', 'TZID:x', '\0', 'SUMMARY', ';;:::', '\u2028'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (lines) => {
      const { meetings } = read(...lines)
      for (const { start } of meetings) expect(Date.parse(start)).not.toBeNaN()
    }),
    { numRuns: 100 },
  )
})

test('a rule that is followed from a later day finds the same days', () => {
  const byDay = fc.option(fc.subarray(['MO', 'WE', 'SU'], { minLength: 1 }), { nil: undefined })
  const rules = fc
    .record({ freq: fc.constantFrom('DAILY', 'WEEKLY'), interval: fc.integer({ min: 1, max: 9 }), byDay })
    // A rule of every seventh day that is never a Monday would be looked for for ever.
    .map(({ freq, interval, byDay: days }) =>
      [`FREQ=${freq}`, `INTERVAL=${interval}`, ...(days && freq === 'WEEKLY' ? [`BYDAY=${days}`] : [])].join(';'),
    )
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 400 }), (rule, offset) => {
      const start = ICAL.Time.fromDateString('2024-01-01')
      start.adjust(offset, 0, 0, 0)
      const [from, to] = ['2026-11-01', '2026-12-15'].map((day) => ICAL.Time.fromDateString(day)) as [
        ICAL.Time,
        ICAL.Time,
      ]
      const all: string[] = []
      const iterator = ICAL.Recur.fromString(rule).iterator(start)
      for (let next = iterator.next(); next && next.compare(to) <= 0; next = iterator.next()) {
        if (next.compare(from) >= 0) all.push(String(next))
      }
      expect([...startsOf(start, ruleIn(rule, start), from, to)].map(String)).toEqual(all)
    }),
    { numRuns: 15 },
  )
})
