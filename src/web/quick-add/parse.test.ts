import * as chrono from 'chrono-node/en'
import { expect, test } from 'vitest'
import { linesOf, understand } from './parse.ts'

// A Sunday, in the middle of the day wherever the test runs.
const now = new Date(2026, 10, 15, 12)
const read = (line: string, ...plain: string[]) => understand(line, { dates: chrono.casual, now }, new Set(plain))

test('a line gives title, due date, priority and labels', () => {
  const { task, pieces } = read('Fix login timeout tomorrow 5pm !high #auth')
  expect(task).toEqual({
    title: 'Fix login timeout',
    description: 'Fix login timeout tomorrow 5pm !high #auth',
    dueDate: '2026-11-16',
    priority: 'High',
    status: 'Pending',
    labels: ['auth'],
  })
  expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
    ['due', 'tomorrow 5pm'],
    ['priority', '!high'],
    ['label', '#auth'],
  ])
})

test('what the line does not say is filled in', () => {
  expect(read('Write it down').task).toMatchObject({
    title: 'Write it down',
    dueDate: '2026-11-15',
    priority: 'Medium',
    labels: [],
  })
})

test('dates are read in many words, and lie ahead', () => {
  for (const [words, day] of [
    ['today', '2026-11-15'],
    ['next friday', '2026-11-20'],
    ['in 3 days', '2026-11-18'],
    ['on Dec 24', '2026-12-24'],
    ['Jan 5', '2027-01-05'],
    ['2026-12-01', '2026-12-01'],
  ] as const) {
    expect(read(`Ship ${words}`).task, words).toMatchObject({ dueDate: day, title: 'Ship' })
  }
})

test('what was misread can be left as it is', () => {
  expect(read('Meet May about #auth !high', 'May', '#auth', '!high').task).toMatchObject({
    title: 'Meet May about #auth !high',
    dueDate: '2026-11-15',
    priority: 'Medium',
    labels: [],
  })
})

test('a number after # is a task, and a mark inside a word is none', () => {
  expect(read('See #12 and a#b wow!low').task).toMatchObject({
    title: 'See #12 and a#b wow!low',
    labels: [],
    priority: 'Medium',
  })
  expect(read('Twice #ui #ui !h !low').task).toMatchObject({ title: 'Twice !low', labels: ['ui'], priority: 'High' })
  expect(read('tomorrow').task).toMatchObject({ title: 'tomorrow', dueDate: '2026-11-16' })
})

test('a pasted list is one line each, without its bullets', () => {
  expect(linesOf('- one\n* two\n\n  3. three\r\n- [ ] four\nfive')).toEqual(['one', 'two', 'three', 'four', 'five'])
})
