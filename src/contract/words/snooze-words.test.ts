import { expect, test } from 'vitest'
import { snoozedWords } from './snooze-words.ts'
import { describeChange } from './task-words.ts'

const today = '2026-11-17'
const words = (day: string) => snoozedWords(day, 'month-first', today)

test('the day until which a task is snoozed is said by its nearest name', () => {
  expect(words('2026-11-18')).toBe('Snoozed until tomorrow')
  expect(words('2026-11-19')).toBe('Snoozed until Thursday')
  expect(words('2026-11-23')).toBe('Snoozed until Monday')
  expect(words('2026-11-24')).toBe('Snoozed until Nov 24')
  expect(words('2027-01-04')).toBe('Snoozed until Jan 4, 2027')
  expect(words('9999-12-31')).toBe('Snoozed until someday')
})

test('the message about a change says it with the same words', () => {
  const task = { number: 2, title: 'Buy milk' }
  const say = (startDate: string) => describeChange([task], { startDate }, 'month-first', today)
  expect(say('2026-11-23')).toBe('Snoozed #2 Buy milk until Monday')
  expect(say('9999-12-31')).toBe('Snoozed #2 Buy milk until someday')
})
