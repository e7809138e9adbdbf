import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { someday } from '../start-date.ts'
import { defaults } from '../tasks.ts'
import { newLine } from './lines.ts'
import { parseLine } from './parse.ts'

// A Tuesday, in the middle of the day wherever the test runs.
const now = new Date(2026, 10, 17, 12)

/** Lines of corpus.txt: a typed line, and the task that it must give. */
const cases = readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' => '))
  .map((line) => line.split(' => '))

function given(text: string): string {
  const { task } = parseLine(newLine(text), { dateStyle: 'month-first', now })
  const { title, dueDate, startDate, repeat, priority, labels } = task
  return [
    title,
    dueDate && `due ${dueDate}`,
    startDate && `starts ${startDate === someday ? 'someday' : startDate}`,
    repeat && `repeats ${repeat.rule}${repeat.from === 'completion' ? ' after completion' : ''}`,
    priority !== defaults.priority && priority,
    labels.map((label) => `#${label}`).join(' '),
  ]
    .filter(Boolean)
    .join(' | ')
}

test('every line of the corpus gives the task that it should', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300)
  const wrong = cases.filter(([text = '', expected]) => given(text) !== expected)
  expect(wrong.map(([text = '']) => `${text} => ${given(text)}`)).toEqual([])
})

const days = ['today', 'monday', 'tue', 'wednesday', 'thursday', 'fri', 'saturday', 'sunday']
const aroundDays = [
  'this',
  'next',
  'last',
  'the past',
  'a week from',
  'a week before',
  'the day before',
  'this week',
  'last week',
]
const others = [
  'earlier this week',
  'the 5th of this month',
  'nov 5',
  'first of november',
  'end of last month',
  'beginning of this month',
  'two fridays ago',
  'on the 1st',
  '11/5',
  '5.11.',
]

test('no words give a day in the past, whichever day it is', () => {
  const phrases = [...days, ...aroundDays.flatMap((words) => days.map((day) => `${words} ${day}`)), ...others]
  for (const today of ['2026-11-16', '2026-11-22', '2026-12-31', '2028-02-29']) {
    const at = new Date(`${today}T12:00`)
    const given = phrases.map((phrase) => {
      const { task } = parseLine(newLine(`Call Bo ${phrase}`), { dateStyle: 'month-first', now: at })
      return { phrase, day: task.dueDate }
    })
    expect(given.filter(({ day }) => day && day < today)).toEqual([])
  }
})
