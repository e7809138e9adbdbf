import { expect, test } from 'vitest'
import { newLine, withPlain } from './lines.ts'
import { parseLine } from './parse.ts'
import { typedReminder } from './reminders-in-line.ts'

// A Tuesday.
const reading = { dateStyle: 'month-first', now: new Date(2026, 10, 17, 12) } as const
const read = (text: string, ...plain: string[]) => {
  const { title, dueDate, reminders } = parseLine(plain.reduce(withPlain, newLine(text)), reading).task
  return [title, dueDate, ...(reminders ?? [])]
}

test.for([
  ['call Ana tomorrow remind 15:00', 'call Ana', '2026-11-18', 'due-0T15:00'],
  ['call Ana remind me at 3pm tomorrow', 'call Ana', '2026-11-18', 'due-0T15:00'],
  ['Ship it friday remind 2 days before !high', 'Ship it', '2026-11-20', 'due-2T09:00'],
  ['Ship it friday remind a week before at 8:30', 'Ship it', '2026-11-20', 'due-7T08:30'],
  [
    'Ship it friday remind the day before, remind on the day noon',
    'Ship it',
    '2026-11-20',
    'due-1T09:00',
    'due-0T12:00',
  ],
  ['Water plants every day remind 7am', 'Water plants', '2026-11-17', 'due-0T07:00'],
  ['Call Bo remind thursday 16:45', 'Call Bo', undefined, '2026-11-19T16:45'],
  ['Call Bo friday remind tomorrow', 'Call Bo', '2026-11-20', '2026-11-18T09:00'],
  ['Call Bo remind 15:00', 'Call Bo', undefined, '2026-11-17T15:00'],
  ['Call Bo remind 11:00', 'Call Bo', undefined, '2026-11-18T11:00'],
  ['remind me tomorrow 9am to call Bo', 'to call Bo', undefined, '2026-11-18T09:00'],
] as [string, ...unknown[]][])('%s', ([text, ...expected]) => {
  expect(read(text)).toEqual(expected)
})

test('words that are no reminder stay in the title', () => {
  for (const title of [
    'Remind Ana about the talk',
    'Write remind 25:00 into the docs',
    'Ask Bo to remind us',
    'Call Bo remind 2 days before',
    'Test "remind 15:00"',
  ])
    expect(read(title)).toEqual([title, undefined])
  expect(read('Call Bo friday remind 15:00', 'remind 15:00')).toEqual(['Call Bo remind 15:00', '2026-11-20'])
})

test('a whole text is a reminder, in words or as it is stored', () => {
  const typed = (text: string, due?: string) => typedReminder(text, due, reading)
  expect(typed('2026-11-20T15:00')).toBe('2026-11-20T15:00')
  expect(typed('friday 15:00')).toBe('2026-11-20T15:00')
  expect(typed('2 days before', '2026-11-20')).toBe('due-2T09:00')
  expect(typed('15:00', '2026-11-20')).toBe('due-0T15:00')
  for (const wrong of ['soon', '15:00 or so', '400 days before', '13pm', ''])
    expect(typed(wrong, '2026-11-20')).toBeUndefined()
})
