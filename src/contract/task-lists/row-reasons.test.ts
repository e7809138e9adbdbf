import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import type { Task } from '../schemas/tasks.ts'
import { linksIn } from './link-index.ts'
import { reasonsInWords, rowReasons } from './row-reasons.ts'

/** A Tuesday. */
const today = '2026-11-17'
const day = (text: string) => `${text}T00:00:00.000Z`
const task = (number: number, fields: Partial<Task> = {}) =>
  numberedTask(number, { dueDate: null, priority: 'Critical', ...fields })
const wordsOf = (one: Task, ...others: Task[]) =>
  reasonsInWords(rowReasons(one, linksIn([one, ...others]), today, 'month-first'))

test('the date says how far away it is, in few letters, and overdue only once', () => {
  const words = ['2026-11-12', '2026-11-16', today, '2026-11-18', '2026-11-20', '2026-11-26', '2027-01-02'].map(
    (dueDate) => wordsOf(task(1, { dueDate: day(dueDate) })),
  )
  expect(words).toEqual([
    '5 d overdue',
    '1 d overdue',
    'due today',
    'due tomorrow',
    'due Fri',
    'due Nov 26',
    'due Jan 2, 2027',
  ])
  expect(wordsOf(task(1))).toBe('')
})

test('after the date, a row gives two reasons at most: started, the tasks that wait, the parent', () => {
  const parent = task(9, { title: 'Release 2.4', dueDate: null })
  const waiting = [2, 3, 4, 5].map((number) => task(number, { blockedBy: ['id1'] }))
  const whole = task(1, { dueDate: day('2026-11-12'), status: 'In Progress', partOf: 'id9' })
  expect(wordsOf(whole, parent, ...waiting)).toBe('5 d overdue · started · 4 tasks wait for it')
  expect(wordsOf(whole, parent)).toBe('5 d overdue · started · ↳ of Release 2.4')
  expect(wordsOf({ ...whole, status: 'Pending' }, parent, ...waiting)).toBe(
    '5 d overdue · 4 tasks wait for it · ↳ of Release 2.4',
  )
})

test('a task names the one that waits for it, or the parent whose last open part it is', () => {
  const parent = task(9, { title: 'Release 2.4', blockedBy: ['id1'] })
  const done = task(2, { partOf: 'id9', status: 'Completed' })
  expect(wordsOf(task(1), parent)).toBe('Release 2.4 waits for it')
  expect(wordsOf(task(1, { partOf: 'id9' }), task(9, { title: 'Release 2.4' }), done)).toBe(
    'last open part of Release 2.4',
  )
})

test('a row needs no mark for its parent if a reason names it', () => {
  const parent = task(9, { title: 'Release 2.4' })
  const waiting = task(2, { blockedBy: ['id1'] })
  const isNamed = (one: Task, ...others: Task[]) =>
    rowReasons(one, linksIn([one, parent, ...others]), today, 'month-first').isParentNamed
  const part = task(1, { partOf: 'id9' })
  expect([isNamed(part), isNamed(task(1)), isNamed({ ...part, status: 'In Progress' }, waiting)]).toEqual([
    true,
    false,
    false,
  ])
})
