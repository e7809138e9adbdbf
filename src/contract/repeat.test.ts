import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { expect, test } from 'vitest'
import { cases } from '../../test/cases.ts'
import { repeatRules as rules } from '../../test/repeat-rules.ts'
import { addDays, daysBetween } from './calendar-day.ts'
import {
  comesAgain,
  comingDays,
  daysAfter,
  nextDays,
  nextDue,
  nextRepeat,
  problemOfDates,
  type Repeat,
} from './repeat.ts'
import { parseRule } from './repeat-check.ts'
import { formatRule, type Rule, readRule } from './repeat-rule.ts'

const ruleIn = (text: string): Rule => {
  const parsed = parseRule(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.rule
}
/** Repeats as they are stored. */
const due = (rule: string): Repeat => ({ rule: formatRule(ruleIn(rule)), from: 'due' })
const onCompletion = (rule: string): Repeat => ({ rule: formatRule(ruleIn(rule)), from: 'completion' })
/** The next days of a task that is completed on its day each time. */
const inTime = (rule: string, dueDate: string, count = 3) => nextDays(due(rule), { dueDate, today: dueDate }, count)

const days = fc.integer({ min: 0, max: 40_000 }).map((number) => addDays('1990-01-01', number))

/** The first days of a rule after its beginning by another implementation, up to `end`. */
function otherDays(rule: string, anchor: string, end: string, count: number): string[] {
  const dtstart = `${anchor.replaceAll('-', '')}T000000Z`
  const other = new RRuleTemporal({
    rruleString: `DTSTART:${dtstart}\nRRULE:${rule};UNTIL=${end.replaceAll('-', '')}T000000Z`,
  })
  const found: string[] = []
  other.all((date) => {
    const day = date.toString().slice(0, 10)
    if (day > anchor && found.length < count) found.push(day)
    return found.length < count
  })
  return found
}

test('days are those of another implementation of RFC 5545, for random rules and days', () => {
  fc.assert(
    fc.property(rules, days, (rule, anchor) => {
      const end = addDays(anchor, 4_000)
      const own: string[] = []
      for (const day of daysAfter(ruleIn(rule), anchor, anchor)) {
        if (day > end || own.length >= 3) break
        own.push(day)
      }
      expect(own, `${rule} from ${anchor}`).toEqual(otherDays(rule, anchor, end, 3))
    }),
    { numRuns: cases(1_500, 100_000) },
  )
})

test('days from a later day on are the rest of all days, and one task after another has the same days', () => {
  fc.assert(
    fc.property(rules, days, fc.integer({ min: 0, max: 3_000 }), (rule, anchor, later) => {
      const all = nextDays(due(rule), { dueDate: anchor, today: anchor }, 40)
      const from = addDays(anchor, later)
      const end = all.at(-1) ?? from
      expect(comingDays(due(rule), { dueDate: anchor, today: anchor }, from, end)).toEqual(
        all.filter((day) => day >= from),
      )
      let day: string | undefined = anchor
      for (const expected of all.slice(0, 5)) {
        day = nextDue(due(rule), { dueDate: day, today: day })
        if (day === undefined) break
        expect(day, `${rule} from ${anchor}`).toBe(expected)
      }
    }),
    { numRuns: cases(250, 10_000) },
  )
})

test('completing late or early gives the first day after the due date that is not before today', () => {
  fc.assert(
    fc.property(rules, days, fc.integer({ min: -100, max: 1_000 }), (rule, dueDate, late) => {
      const today = addDays(dueDate, late)
      const next = nextDue(due(rule), { dueDate, today })
      const [first] = [...firstOf(rule, dueDate)].filter((day) => day >= today)
      expect(next, `${rule}, due ${dueDate}, on ${today}`).toBe(first)
    }),
    { numRuns: cases(250, 10_000) },
  )
})

function* firstOf(rule: string, dueDate: string) {
  const end = addDays(dueDate, 200_000)
  for (const day of daysAfter(ruleIn(rule), dueDate, dueDate)) {
    if (day > end) return
    yield day
    if (daysBetween(dueDate, day) > 1_000) return
  }
}

test('with missed dates kept, completing late gives every date of the rule, one after another', () => {
  const kept = (rule: string): Repeat => ({ ...due(rule), missed: 'keep' })
  fc.assert(
    fc.property(rules, days, fc.integer({ min: -100, max: 1_000 }), (rule, dueDate, late) => {
      const today = addDays(dueDate, late)
      const next = nextDue(kept(rule), { dueDate, today })
      const [first] = [...firstOf(rule, dueDate)].filter((day) => late > 0 || day >= today)
      expect(next, `${rule}, due ${dueDate}, on ${today}`).toBe(first)
    }),
    { numRuns: cases(150, 5_000) },
  )
  const late = { dueDate: '2026-11-14', today: '2026-11-16' }
  expect(nextDays(kept('FREQ=DAILY'), late, 3)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17'])
  expect(nextDays(kept('FREQ=DAILY;COUNT=3'), late, 5)).toEqual(['2026-11-15', '2026-11-16'])
  // The calendar shows only what is ahead.
  expect(comingDays(kept('FREQ=DAILY'), late, '2026-11-14', '2026-11-17')).toEqual(['2026-11-16', '2026-11-17'])
  expect(nextDue({ ...kept('FREQ=DAILY'), from: 'completion' }, late)).toBe('2026-11-17')
  expect(nextDue(kept('FREQ=DAILY'), { dueDate: null, today: '2026-11-16' })).toBe('2026-11-17')
})

test('a month without that day is left out, and the last day of a month is another rule', () => {
  expect(inTime('FREQ=MONTHLY', '2027-01-31')).toEqual(['2027-03-31', '2027-05-31', '2027-07-31'])
  expect(inTime('FREQ=MONTHLY;BYMONTHDAY=30', '2027-01-30', 2)).toEqual(['2027-03-30', '2027-04-30'])
  expect(inTime('FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31')).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
  expect(inTime('FREQ=MONTHLY;BYDAY=5FR', '2027-01-29', 2)).toEqual(['2027-04-30', '2027-07-30'])
})

test('with SKIP=BACKWARD, a month without that day has its last one instead', () => {
  const monthly = 'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD'
  expect(inTime(monthly, '2027-01-31', 4)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  // The due date of a task in a short month does not matter.
  expect(inTime(monthly, '2028-02-29', 2)).toEqual(['2028-03-31', '2028-04-30'])
  expect(inTime('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1,30;SKIP=BACKWARD', '2026-11-30', 3)).toEqual([
    ...['2027-02-01', '2027-02-28', '2027-05-01'],
  ])
  expect(inTime('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD', '2028-02-29')).toEqual([
    ...['2029-02-28', '2030-02-28', '2031-02-28'],
  ])
  expect(nextDue(onCompletion('FREQ=MONTHLY;SKIP=BACKWARD'), { dueDate: '2026-12-05', today: '2027-01-31' })).toBe(
    '2027-02-28',
  )
  const texts = ['FREQ=MONTHLY;BYMONTHDAY=31;SKIP=OMIT', 'FREQ=MONTHLY;BYMONTHDAY=28;SKIP=BACKWARD']
  expect(texts.map((text) => formatRule(ruleIn(text)))).toEqual(texts.map((text) => text.replace(/;SKIP.*/, '')))
})

test('29 February repeats in leap years only', () => {
  expect(inTime('FREQ=YEARLY', '2028-02-29')).toEqual(['2032-02-29', '2036-02-29', '2040-02-29'])
  expect(inTime('FREQ=YEARLY', '2096-02-29', 1)).toEqual(['2104-02-29'])
  expect(inTime('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '2026-02-28')).toEqual([
    '2027-02-28',
    '2028-02-29',
    '2029-02-28',
  ])
})

test('a rule ends with its day or its number of tasks', () => {
  expect(inTime('FREQ=DAILY;UNTIL=20261118', '2026-11-16')).toEqual(['2026-11-17', '2026-11-18'])
  expect(inTime('FREQ=DAILY;COUNT=3', '2026-11-16')).toEqual(['2026-11-17', '2026-11-18'])
  expect(inTime('FREQ=DAILY;COUNT=1', '2026-11-16')).toEqual([])
  expect(nextRepeat(due('FREQ=DAILY;COUNT=3'))).toEqual(due('FREQ=DAILY;COUNT=2'))
  expect(nextRepeat(due('FREQ=DAILY;UNTIL=20261118'))).toEqual(due('FREQ=DAILY;UNTIL=20261118'))
})

test('missed days do not count, because there were no tasks for them', () => {
  const late = { dueDate: '2026-11-01', today: '2026-11-16' }
  expect(nextDays(due('FREQ=DAILY;COUNT=3'), late, 5)).toEqual(['2026-11-16', '2026-11-17'])
  expect(comingDays(due('FREQ=DAILY;COUNT=3'), late, '2026-11-17', '2026-12-01')).toEqual(['2026-11-17'])
})

test('a rule ends where the calendar ends, and one that never comes again has no next day', () => {
  expect(inTime('FREQ=WEEKLY', '9999-12-20')).toEqual(['9999-12-27'])
  expect(inTime('FREQ=YEARLY', '9999-12-20')).toEqual([])
  expect(inTime('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', '2026-02-01')).toEqual([])
  expect(inTime('FREQ=DAILY;INTERVAL=7;BYDAY=TU', '2026-11-16')).toEqual([])
})

/** Rules that have days rarely, or none at all after some days. */
const rareRules = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(12, 24, 36, 48, 60, 84, 300, 960),
      fc.constantFrom(';BYMONTHDAY=31', ';BYMONTHDAY=29', ';BYDAY=5FR', ''),
    )
    .map(([interval, days]) => `FREQ=MONTHLY;INTERVAL=${interval}${days}`),
  fc
    .tuple(
      fc.constantFrom(1, 2, 3, 4, 7, 28, 80, 100, 400),
      fc.constantFrom(';BYMONTHDAY=29', ';BYMONTHDAY=-29', ';BYDAY=5SU'),
    )
    .map(([interval, days]) => `FREQ=YEARLY;INTERVAL=${interval};BYMONTH=2${days}`),
  fc.constantFrom('FREQ=DAILY;INTERVAL=7;BYDAY=TU', 'FREQ=DAILY;INTERVAL=14;BYDAY=MO,SU', 'FREQ=YEARLY;INTERVAL=50'),
)
const rareDays = fc.oneof(days, fc.constantFrom('2023-02-28', '2024-02-29', '2026-02-10', '2096-02-29', '2100-02-01'))

test('a rule comes again if and only if another implementation finds a day until the end of the calendar', () => {
  let without = 0
  fc.assert(
    fc.property(rareRules, rareDays, (rule, anchor) => {
      const [next] = otherDays(rule, anchor, '9999-12-31', 1)
      expect(comesAgain(due(rule), anchor), `${rule} from ${anchor}`).toBe(next !== undefined)
      expect(nextDue(due(rule), { dueDate: anchor, today: anchor })).toBe(next)
      if (!next) without++
    }),
    { numRuns: cases(40, 2_000) },
  )
  expect(without).toBeGreaterThan(0)
})

test('looking for a day that never comes costs hardly more than finding one', () => {
  const begun = process.cpuUsage()
  for (const rule of ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', 'FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29']) {
    for (let count = 0; count < 1_000; count++)
      expect(nextDue(due(rule), { dueDate: '2027-02-10', today: '2026-11-17' })).toBe(undefined)
  }
  // 20 s when each month was written as text and all 4,800 of a cycle were looked at.
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000)
})

test('a repetition that never comes after the due date has a problem; one that a person has ended has none', () => {
  const yearly = 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31'
  expect(problemOfDates(due(yearly), '2027-02-10')).toBe(
    'No date of this rule comes after the due date 2027-02-10. Change the rule or the due date.',
  )
  expect(problemOfDates(due(yearly), '2027-01-10')).toBe(undefined)
  expect(problemOfDates(due(yearly), null)).toBe(undefined)
  expect(problemOfDates(onCompletion(yearly), '2027-02-10')).toBe(undefined)
  expect(problemOfDates(due('FREQ=DAILY;COUNT=1'), '2027-02-10')).toBe(undefined)
  expect(problemOfDates(due('FREQ=DAILY;UNTIL=20260101'), '2027-02-10')).toBe(undefined)
})

test('after completion, the days are counted from the day of completion', () => {
  const late = { dueDate: '2026-11-01', today: '2026-11-16' }
  const early = { dueDate: '2026-11-30', today: '2026-11-16' }
  expect(nextDue(onCompletion('FREQ=DAILY;INTERVAL=3'), late)).toBe('2026-11-19')
  expect(nextDue(onCompletion('FREQ=DAILY;INTERVAL=3'), early)).toBe('2026-11-19')
  expect(nextDue(onCompletion('FREQ=MONTHLY'), late)).toBe('2026-12-16')
  expect(nextDays(onCompletion('FREQ=DAILY;INTERVAL=3'), late, 2)).toEqual(['2026-11-19', '2026-11-22'])
  expect(nextDays(onCompletion('FREQ=DAILY;INTERVAL=3'), early, 2)).toEqual(['2026-12-03', '2026-12-06'])
})

test('without a due date, the days are counted from the day of completion', () => {
  const undated = { dueDate: null, today: '2026-11-16' }
  expect(nextDue(due('FREQ=WEEKLY'), undated)).toBe('2026-11-23')
  expect(nextDays(due('FREQ=WEEKLY;BYDAY=FR'), undated, 2)).toEqual(['2026-11-20', '2026-11-27'])
})

test('rules that mean the same have the same text', () => {
  const clean = (text: string) => formatRule(ruleIn(text))
  expect(clean(' rrule:interval=1;byday=th,mo,mo;freq=weekly ')).toBe('FREQ=WEEKLY;BYDAY=MO,TH')
  expect(clean('FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,1MO;COUNT=5')).toBe('FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR,1MO;COUNT=5')
  fc.assert(fc.property(rules, (rule) => clean(clean(rule)) === clean(rule)))
  fc.assert(
    fc.property(rules, (rule) => {
      expect(readRule(clean(rule))).toEqual(ruleIn(rule))
    }),
  )
})

test.for([
  ['', 'A rule consists of settings such as FREQ=WEEKLY, separated by semicolons.'],
  ['FREQ=HOURLY', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
  ['INTERVAL=2', 'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.'],
  ['FREQ=DAILY;FREQ=DAILY', 'FREQ is given twice.'],
  [
    'FREQ=DAILY;BYSETPOS=1',
    'BYSETPOS is not supported. A rule may have FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, RSCALE, SKIP, COUNT, UNTIL.',
  ],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a number from 1 to 999.'],
  ['FREQ=DAILY;COUNT=1000', 'COUNT must be a number from 1 to 999.'],
  ['FREQ=DAILY;UNTIL=20261131', 'UNTIL must be a day without a time, such as 20261231.'],
  ['FREQ=DAILY;UNTIL=20261130T000000Z', 'UNTIL must be a day without a time, such as 20261231.'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20261130', 'A rule ends with COUNT or with UNTIL, not both.'],
  ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY must list weekdays such as MO, or numbered ones such as 1MO or -1FR, from -5 to 5.'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'A weekday with a number, such as 1FR, needs FREQ=MONTHLY or YEARLY.'],
  ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY needs FREQ=MONTHLY or YEARLY.'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY must list days from 1 to 31, or from -1, which is the last day, to -31.'],
  ['FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=MO', 'A rule has BYDAY or BYMONTHDAY, not both.'],
  ['FREQ=MONTHLY;BYMONTH=1', 'BYMONTH needs FREQ=YEARLY.'],
  ['FREQ=YEARLY;BYMONTHDAY=1', 'A yearly rule with BYDAY or BYMONTHDAY needs BYMONTH.'],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'These months never have such a day.'],
  [`FREQ=DAILY;BYDAY=${'MO,'.repeat(80)}MO`, 'The rule is longer than 200 characters.'],
] as const)('%s is refused with the reason', ([rule, problem]) => {
  expect(parseRule(rule)).toEqual({ problem })
})
