import { expect, test } from 'vitest'
import { typedDays, typedReminders, typedRepeats } from '../../../test/typed-texts.ts'
import { typedDay } from '../../contract/quick-add/days-in-words.ts'
import { typedReminder } from '../../contract/quick-add/reminders-in-line.ts'
import { typedRepeat } from '../../contract/quick-add/typed-repeat.ts'
import { numberedDay, optionCalled, optionNamed } from './typed-choice.ts'

test('a number is the next day with that number', () => {
  for (const [text, day] of [
    ['25', '2026-11-25'],
    ['18', '2026-11-18'],
    ['17', '2026-12-17'],
    ['05', '2026-12-05'],
    [' 30 ', '2026-11-30'],
    ['31', '2026-12-31'],
  ] as const) {
    expect(numberedDay(text, '2026-11-18'), text).toBe(day)
  }
  expect(numberedDay('31', '2027-02-01')).toBe('2027-03-31')
  expect(numberedDay('30', '2027-01-31')).toBe('2027-03-30')
  for (const text of ['', '0', '32', '99', '025', '2 5', '2x']) {
    expect(numberedDay(text, '2026-11-18'), text).toBeUndefined()
  }
})

test('a name, or its beginning, chooses an option', () => {
  const options = ['Today', 'Tomorrow', 'Someday', 'No date'].map((label) => ({ label, value: label }))
  expect(optionNamed('Tom', options)?.value).toBe('Tomorrow')
  expect(optionNamed(' no ', options)?.value).toBe('No date')
  expect(optionCalled('no date ', options)?.value).toBe('No date')
  expect(optionCalled('no', options)).toBeUndefined()
  expect(optionNamed('', options)).toBeUndefined()
  expect(optionNamed('day', options)).toBeUndefined()
})

test('days, repetitions and reminders in words are read as the menus read them', () => {
  const reading = { dateStyle: 'month-first', now: new Date(2026, 10, 18, 12) } as const
  const day = (text: string) => numberedDay(text, '2026-11-18') ?? typedDay(text, reading)
  expect(typedDays.map(([text]) => [text, day(text)])).toEqual(typedDays)
  expect(typedRepeats.map(([text]) => [text, typedRepeat(text, reading)?.rule])).toEqual(typedRepeats)
  const reminder = (text: string) => typedReminder(text, '2026-11-20', reading)
  expect(typedReminders.map(([text]) => [text, reminder(text)])).toEqual(typedReminders)
})
