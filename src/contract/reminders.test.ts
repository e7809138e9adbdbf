import { expect, test } from 'vitest'
import { isReminder, movedReminders, reminderOf, reminderParts, remindsAt } from './reminders.ts'
import { someday } from './start-date.ts'
import { reminderChangeInWords, reminderWords } from './words/reminder-words.ts'

test('a reminder is a day that exists, or days before the due date, and a time', () => {
  const right = ['2026-11-20T15:00', '2028-02-29T00:00', 'due-0T09:00', 'due-365T23:59']
  for (const text of right) {
    const parts = reminderParts(text)
    expect(parts && reminderOf(parts)).toBe(text)
  }
  const wrong = [
    '2026-02-29T15:00',
    '2026-11-20T24:00',
    '2026-11-20T9:00',
    '2026-11-20',
    'due-366T09:00',
    'due-02T09:00',
  ]
  expect([...wrong, 'due-1', 'dueT09:00', '2026-11-20T15:00Z', ''].filter(isReminder)).toEqual([])
})

test('a reminder follows the due date, and waits for a task that is put off', () => {
  const due = { dueDate: '2026-11-20T00:00:00.000Z', startDate: null }
  const start = (day: string) => ({ ...due, startDate: `${day}T00:00:00.000Z` })
  expect(remindsAt('due-0T09:00', due)).toBe('2026-11-20T09:00')
  expect(remindsAt('due-21T09:00', due)).toBe('2026-10-30T09:00')
  expect(remindsAt('2026-11-18T15:00', due)).toBe('2026-11-18T15:00')
  expect(remindsAt('2026-11-18T15:00', start('2026-11-18'))).toBe('2026-11-18T15:00')
  expect(remindsAt('2026-11-18T15:00', start('2026-11-23'))).toBe('2026-11-23T15:00')
  expect(remindsAt('due-2T09:00', start('2026-11-23'))).toBe('2026-11-23T09:00')
  expect(remindsAt('due-2T09:00', start(someday))).toBeUndefined()
  expect(remindsAt('due-2T09:00', { ...due, dueDate: null })).toBeUndefined()
  expect(remindsAt('due-2T09:00', { ...due, dueDate: '0000-01-01T00:00:00.000Z' })).toBeUndefined()
})

test('the next task of a repeating one is reminded of as long before its due date', () => {
  expect(movedReminders(['2026-11-18T15:00', 'due-2T09:00'], 7)).toEqual(['2026-11-25T15:00', 'due-2T09:00'])
  expect(movedReminders(['2026-11-18T15:00', 'due-2T09:00'], undefined)).toEqual(['due-2T09:00'])
  expect(movedReminders(['9999-12-31T15:00'], 7)).toEqual([])
})

test('reminders are said in words', () => {
  const said = ['2026-11-20T15:00', 'due-0T09:00', 'due-1T09:00', 'due-2T09:00']
  expect(said.map((reminder) => reminderWords(reminder, 'month-first'))).toEqual([
    'Nov 20, 2026 at 15:00',
    'on the due day at 09:00',
    '1 day before at 09:00',
    '2 days before at 09:00',
  ])
  expect(reminderChangeInWords(['due-0T09:00'], ['due-1T09:00', 'due-2T09:00'], 'iso')).toBe(
    'added the reminders 1 day before at 09:00 and 2 days before at 09:00 and removed the reminder on the due day at 09:00',
  )
})
