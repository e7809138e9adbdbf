import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'
import { parseLine } from './parse.ts'

// A Sunday, in the middle of the day wherever the test runs.
const now = new Date(2026, 10, 15, 12)
const read = (text: string, ...plain: string[]) =>
  parseLine({ text }, { dateStyle: 'month-first', now }, new Set(plain))

test('a line gives title, due date, priority and labels', () => {
  const { task, pieces } = read('Fix login timeout tomorrow !high #auth')
  expect(task).toEqual({
    title: 'Fix login timeout',
    description: 'Fix login timeout tomorrow !high #auth',
    dueDate: '2026-11-16',
    priority: 'High',
    status: 'Pending',
    labels: ['auth'],
  })
  expect(pieces.map(({ kind, text }) => [kind, text])).toEqual([
    ['due', 'tomorrow'],
    ['priority', '!high'],
    ['label', '#auth'],
  ])
})

test('missing fields get defaults', () => {
  expect(read('Write it down').task).toMatchObject({
    title: 'Write it down',
    dueDate: '2026-11-15',
    priority: 'Medium',
    labels: [],
  })
})

test('dates are parsed in many words, and are not in the past', () => {
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

test('pieces that the user rejects stay in the title', () => {
  expect(read('Meet May about #auth !high', 'May', '#auth', '!high').task).toMatchObject({
    title: 'Meet May about #auth !high',
    dueDate: '2026-11-15',
    priority: 'Medium',
    labels: [],
  })
})

test('a number after # is not a label, and a mark inside a word is ignored', () => {
  expect(read('See #12 and a#b wow!low').task).toMatchObject({
    title: 'See #12 and a#b wow!low',
    labels: [],
    priority: 'Medium',
  })
  expect(read('Twice #ui #ui !h !low').task).toMatchObject({ title: 'Twice !low', labels: ['ui'], priority: 'High' })
  expect(read('tomorrow').task).toMatchObject({ title: 'tomorrow', dueDate: '2026-11-16' })
})

test('punctuation is not part of a mark', () => {
  expect(read('Fix login !high, then rest by friday. #auth.').task).toMatchObject({
    title: 'Fix login then rest',
    priority: 'High',
    labels: ['auth'],
    dueDate: '2026-11-20',
  })
  expect(read('Try #c++ and #v1.2').task).toMatchObject({ title: 'Try #c++ and #v1.2', labels: [] })
})

test('times and repetitions stay in the title', () => {
  expect(read('Call Bo tomorrow at 5pm').task).toMatchObject({ title: 'Call Bo at 5pm', dueDate: '2026-11-16' })
  expect(read('Pay rent every friday').task).toMatchObject({ title: 'Pay rent every friday', dueDate: '2026-11-15' })
})

test('3/12 follows the date style', () => {
  const dayIn = (dateStyle: 'day-first' | 'month-first') =>
    parseLine({ text: 'Ship 3/12' }, { dateStyle, now }).task.dueDate
  expect([dayIn('day-first'), dayIn('month-first')]).toEqual(['2026-12-03', '2027-03-12'])
})

test('a long title is cut after parsing, and the description keeps the whole line', () => {
  const line = `${'long '.repeat(60)}tomorrow !low #auth`
  const { task, isCut } = read(line)
  expect(isCut).toBe(true)
  expect(task).toMatchObject({ description: line, dueDate: '2026-11-16', priority: 'Low', labels: ['auth'] })
  expect(task.title).toMatch(/^long .*…$/)
  expect(task.title).toHaveLength(200)
  expect(read('x'.repeat(200)).isCut).toBe(false)
})

test('a pasted list gives its lines without bullets and checkboxes, and checked lines are completed', () => {
  expect(linesOf('- one\n* two\n\n  3. three\r\n- [ ] four\nfive\n+ six\n[ ] seven\n-5 degrees')).toEqual(
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', '-5 degrees'].map((text) => ({ text, status: 'Pending' })),
  )
  expect(linesOf('- [x] one\n* [X] two\n[x] three')).toEqual(
    ['one', 'two', 'three'].map((text) => ({ text, status: 'Completed' })),
  )
  expect(parseLine({ text: 'one', status: 'Completed' }, { dateStyle: 'iso', now }).task.status).toBe('Completed')
})
