import { expect, test } from 'vitest'
import { formatDay } from '../format-day.ts'
import { cleanRepeat } from '../repeat-check.ts'
import { repeatWords } from '../repeat-words.ts'
import { newLine } from './lines.ts'
import { parseLine } from './parse.ts'
import { inShortMonths } from './short-months.ts'
import { typedRepeat } from './typed-repeat.ts'

const reading = { dateStyle: 'iso', now: new Date(2026, 10, 17, 12) } as const
const said = (text: string, due?: string) => {
  const repeat = typedRepeat(text, reading)
  return repeat && cleanRepeat(inShortMonths(repeat, due))
}
const ruleOf = (text: string, due?: string) => said(text, due)?.rule

test('every month and every year, said of a day that not all of them have, fall on the last day of a shorter month', () => {
  expect(ruleOf('every month', '2027-01-31')).toBe('RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD')
  expect(ruleOf('every 3 months', '2026-11-29')).toBe(
    'RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=29;SKIP=BACKWARD',
  )
  expect(ruleOf('yearly', '2028-02-29')).toBe('RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD')
  expect(ruleOf('every year in march and june', '2027-03-31')).toBe(
    'RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=3,6;BYMONTHDAY=31;SKIP=BACKWARD',
  )
  // The day of the completion is not known yet.
  expect(ruleOf('every month, after completion', '2027-01-31')).toBe('RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD')
})

test('a day that is named, and days that every month has, keep the rule of the standard', () => {
  expect(ruleOf('every month', '2027-01-28')).toBe('FREQ=MONTHLY')
  expect(ruleOf('every month')).toBe('FREQ=MONTHLY')
  expect(ruleOf('every year', '2026-12-31')).toBe('FREQ=YEARLY')
  expect(ruleOf('every month on the last friday', '2027-01-29')).toBe('FREQ=MONTHLY;BYDAY=-1FR')
  const named = said('every month on the 31st', '2027-01-31')
  expect(named).toEqual({ rule: 'FREQ=MONTHLY;BYMONTHDAY=31', from: 'due' })
  expect(named && repeatWords(named, (day) => formatDay(day, 'iso'))).toBe('every month on the 31st, where it exists')
})

test('quick add says what a repetition means that is said of the 31st', () => {
  const { task, pieces } = parseLine(newLine('Pay rent jan 31 every month'), reading)
  expect(task).toMatchObject({ title: 'Pay rent', dueDate: '2027-01-31' })
  const repeat = pieces.flatMap((piece) => (piece.kind === 'repeat' ? [piece.repeat] : []))
  expect(repeat).toEqual([task.repeat])
  expect(task.repeat && repeatWords(task.repeat, (day) => formatDay(day, 'iso'))).toBe(
    'every month on the 31st, or the last day of a shorter month',
  )
})
