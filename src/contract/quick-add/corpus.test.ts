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
