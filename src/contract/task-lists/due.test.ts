import { expect, test } from 'vitest'
import type { Task } from '../schemas/tasks.ts'
import { initialValues } from '../task-fields.ts'
import { dueOf } from './due.ts'
import type { DueFilter } from './due-groups.ts'
import { filterTasks, noFilter } from './filter.ts'
import { sortTasks } from './sort.ts'

const task = (number: number, day: string | null, fields: Partial<Task> = {}): Task => ({
  ...initialValues,
  _id: String(number),
  number,
  title: `Task ${number}`,
  dueDate: day && `${day}T00:00:00.000Z`,
  version: 1,
  createdAt: '',
  updatedAt: '',
  completedAt: null,
  position: number,
  fileCount: 0,
  ...fields,
})
const [none, early, noneToo, late] = [task(1, null), task(2, '2026-11-14'), task(3, null), task(4, '2026-12-24')]
const numbers = (tasks: Task[]) => tasks.map(({ number }) => number)

test('tasks without a date come last in both directions, newest first', () => {
  expect(numbers(sortTasks([none, early, noneToo, late], { by: 'due', order: 'asc' }))).toEqual([2, 4, 3, 1])
  expect(numbers(sortTasks([none, early, noneToo, late], { by: 'due', order: 'desc' }))).toEqual([4, 2, 3, 1])
})

test('a task without a date is never overdue or due, and has a filter of its own', () => {
  const found = (due: DueFilter) =>
    numbers(filterTasks([none, early, late], { ...noFilter, due: [due] }, { today: '2026-11-15', weekStart: 'monday' }))
  expect(found('none')).toEqual([1])
  expect(found('overdue')).toEqual([2])
  expect([found('today'), found('week')]).toEqual([[], []])
  expect(found('later')).toEqual([4])
})

test('a task without a date says so, and when it was completed', () => {
  expect(dueOf(none, '2026-11-15')).toEqual({ urgency: 'none', words: 'No date' })
  const done = task(5, null, { status: 'Completed', completedAt: new Date(2026, 10, 3, 12).toISOString() })
  expect(dueOf(done, '2026-11-15')).toEqual({ urgency: 'done', words: 'done Nov 3' })
})
