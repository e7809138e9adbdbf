import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fallingBackRules, repeatRules } from '../../../test/repeat-rules.ts'
import { dateStyles } from '../accounts.ts'
import { addDays } from '../calendar-day.ts'
import { formatDay } from '../format-day.ts'
import type { Repeat } from '../repeat.ts'
import { cleanRepeat } from '../repeat-check.ts'
import { repeatWords } from '../repeat-words.ts'
import { repeatsIn, typedRepeat } from './typed-repeat.ts'

const reading = { dateStyle: 'month-first', now: new Date(2026, 10, 16, 12) } as const
const inWords = (repeat: Repeat) => repeatWords(repeat, (day) => formatDay(day, 'month-first'))
const typed = (text: string) => typedRepeat(text, reading)

test.for([
  ['every day', 'FREQ=DAILY', 'every day'],
  ['every weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['Every 2 Weeks', 'FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks'],
  ['every other week', 'FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks'],
  ['every 3rd day', 'FREQ=DAILY;INTERVAL=3', 'every 3 days'],
  ['every mon, thu', 'FREQ=WEEKLY;BYDAY=MO,TH', 'every week on Monday and Thursday'],
  ['every Sunday and Tuesday', 'FREQ=WEEKLY;BYDAY=TU,SU', 'every week on Tuesday and Sunday'],
  [
    'every 2 weeks on monday and thursday',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    'every 2 weeks on Monday and Thursday',
  ],
  ['every other fri', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'every 2 weeks on Friday'],
  ['every month', 'FREQ=MONTHLY', 'every month'],
  ['every month on the 1st', 'FREQ=MONTHLY;BYMONTHDAY=1', 'every month on the 1st'],
  ['every 15th', 'FREQ=MONTHLY;BYMONTHDAY=15', 'every month on the 15th'],
  [
    'every 2 months on the 2nd and 22nd',
    'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=2,22',
    'every 2 months on the 2nd and the 22nd',
  ],
  ['every month on the last day', 'FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
  [
    'every month on the 31st, where it exists',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'every month on the 31st, where it exists',
  ],
  ['every week for the last time', 'FREQ=WEEKLY;COUNT=1', 'every week, for the last time'],
  [
    'every month on the second to last friday and the 1st monday',
    'FREQ=MONTHLY;BYDAY=-2FR,1MO',
    'every month on the second to last Friday and the first Monday',
  ],
  ['every year in march and may', 'FREQ=YEARLY;BYMONTH=3,5', 'every year in March and May'],
  [
    'every 3 days if it is monday or friday',
    'FREQ=DAILY;INTERVAL=3;BYDAY=MO,FR',
    'every 3 days if it is Monday or Friday',
  ],
  ['every month on the 31st', 'FREQ=MONTHLY;BYMONTHDAY=31', 'every month on the 31st, where it exists'],
  ['every last friday', 'FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
  ['every first monday of the month', 'FREQ=MONTHLY;BYDAY=1MO', 'every month on the first Monday'],
  ['every year', 'FREQ=YEARLY', 'every year'],
  ['every march 1', 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1', 'every year on the 1st of March'],
  ['every year on 24 december', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', 'every year on the 24th of December'],
  ['every day, 5 times', 'FREQ=DAILY;COUNT=5', 'every day, 5 times'],
  ['every week until Dec 31', 'FREQ=WEEKLY;UNTIL=20261231', 'every week, until Dec 31, 2026'],
  ['weekly', 'FREQ=WEEKLY', 'every week'],
  ['quarterly', 'FREQ=MONTHLY;INTERVAL=3', 'every 3 months'],
  ['mon, thu', 'FREQ=WEEKLY;BYDAY=MO,TH', 'every week on Monday and Thursday'],
  ['2 weeks', 'FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks'],
] as const)('%s is %s', ([text, rule, words]) => {
  expect(typed(text)).toEqual({ rule, from: 'due' })
  expect(inWords({ rule, from: 'due' })).toBe(words)
})

test('every! and "after completion" count from the completion', () => {
  const repeat = { rule: 'FREQ=DAILY;INTERVAL=3', from: 'completion' }
  expect(typed('every! 3 days')).toEqual(repeat)
  expect(typed('every 3 days after completion')).toEqual(repeat)
  expect(typed('every 2 weeks on Monday and Thursday, after completion')).toEqual({
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH',
    from: 'completion',
  })
})

test('"keeping missed dates" is understood as it is said, unless dates are counted from the completion', () => {
  const repeat = { rule: 'FREQ=MONTHLY;BYMONTHDAY=1', from: 'due', missed: 'keep' } as const
  expect(typed('every month on the 1st, keeping missed dates')).toEqual(repeat)
  expect(inWords(repeat)).toBe('every month on the 1st, keeping missed dates')
  expect(typed('every! 3 days keeping missed dates')).toBeUndefined()
})

test.for([
  'every',
  'every now and then',
  'everyday',
  'every 0 days',
  'every 32nd',
  'every feb 30',
  'every one',
  'soon',
  '',
])('"%s" is no repetition', (text) => {
  expect(typed(text)).toBeUndefined()
})

test('a repetition is found where it is in a text, and ends before other words', () => {
  const [found, ...more] = repeatsIn('Not every thing: water plants every mon, thu, then rest', reading)
  expect([found, more]).toEqual([
    { index: 30, text: 'every mon, thu', repeat: { rule: 'FREQ=WEEKLY;BYDAY=MO,TH', from: 'due' } },
    [],
  ])
  expect(repeatsIn('Pay every month on time', reading).next().value?.text).toBe('every month')
})

test('the words of every supported repetition are understood again, in every date style', () => {
  const ends = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 999 }).map((count) => `;COUNT=${count}`),
    fc.constant(';COUNT=1'),
    fc.integer({ min: 0, max: 700_000 }).map((days) => `;UNTIL=${addDays('1999-12-31', days).replaceAll('-', '')}`),
  )
  const ways = fc.constantFrom<Omit<Repeat, 'rule'>[]>(
    { from: 'due' },
    { from: 'due', missed: 'keep' },
    { from: 'completion' },
  )
  const styles = fc.constantFrom(...dateStyles)
  fc.assert(
    fc.property(fc.oneof(repeatRules, fallingBackRules), ends, ways, styles, (text, end, way, dateStyle) => {
      const repeat = cleanRepeat({ rule: text + end, ...way })
      const words = repeatWords(repeat, (day) => formatDay(day, dateStyle))
      expect(typedRepeat(words, { ...reading, dateStyle }), words).toEqual(inWeeks(repeat))
    }),
    { numRuns: 2_000 },
  )
})

/** Both mean every weekday, in the same words. */
const inWeeks = (repeat: Repeat): Repeat => ({
  ...repeat,
  rule: repeat.rule.replace(/^FREQ=DAILY(?=;BYDAY=MO,TU,WE,TH,FR(;|$))/, 'FREQ=WEEKLY'),
})
