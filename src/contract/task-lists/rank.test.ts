import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import type { Task } from '../schemas/tasks.ts'
import { rank } from './rank.ts'

const today = '2026-11-15'
const task = (number: number, fields: Partial<Task>) =>
  numberedTask(number, { priority: 'Low', description: 'x', dueDate: '2026-12-24T00:00:00.000Z', ...fields })
const day = (text: string) => `${text}T00:00:00.000Z`

test('the most urgent task comes first, with its reasons, and completed tasks are left out', () => {
  const ranked = rank(
    [
      task(1, {}),
      task(2, { dueDate: day('2026-11-13'), priority: 'Critical' }),
      task(3, { dueDate: day('2026-11-15') }),
      task(4, { dueDate: day('2026-11-01'), status: 'Completed' }),
      task(5, { priority: 'High', status: 'In Progress', dueDate: day('2026-11-16') }),
    ],
    today,
  )
  expect(ranked.map(({ task: { number }, reasons }) => [number, reasons])).toEqual([
    [2, ['2 d overdue', 'Critical']],
    [5, ['due tomorrow', 'High', 'started']],
    [3, ['due today']],
    [1, []],
  ])
})

test('overdue tasks come before all others, and among them the priority decides before the days', () => {
  const tasks = [
    task(1, { dueDate: day('2026-11-14') }),
    task(2, { dueDate: day(today), priority: 'Critical', status: 'In Progress' }),
    task(3, { dueDate: day('2025-01-01') }),
    task(4, { dueDate: day('2026-11-14'), priority: 'Medium' }),
    task(5, { dueDate: day('2026-11-14'), priority: 'Critical' }),
    task(6, { dueDate: null, blockedBy: ['id2'] }),
  ]
  expect(rank(tasks, today).map((each) => each.task.number)).toEqual([5, 4, 3, 1, 2])
})

test('equally urgent tasks are sorted by due date, those without one last, then newest first', () => {
  const later = { dueDate: day('2027-01-02') }
  const tasks = [task(4, { dueDate: null }), task(1, later), task(2, {}), task(3, later)]
  expect(rank(tasks, today).map((each) => each.task.number)).toEqual([2, 3, 1, 4])
})

test('a task without a date is ranked by its priority and its status', () => {
  const [only] = rank([task(1, { dueDate: null, priority: 'High', status: 'In Progress' })], today)
  expect(only).toMatchObject({ reasons: ['High', 'started'], weight: 30 })
})

test('a blocked task is left out, and one that others wait for says so and moves up', () => {
  const tasks = [
    task(1, { dueDate: day('2026-11-13'), blockedBy: ['id2'] }),
    task(2, { dueDate: null }),
    task(3, { blockedBy: ['id2'] }),
    task(4, { blockedBy: ['id2', 'id5'] }),
    task(5, { priority: 'High', status: 'Completed' }),
    task(6, { dueDate: null, priority: 'Medium' }),
  ]
  expect(rank(tasks, today).map(({ task: { number }, reasons }) => [number, reasons])).toEqual([
    [2, ['3 tasks wait for it']],
    [6, ['Medium']],
  ])
  // A filter does not hide the links of the tasks that it hides.
  expect(rank(tasks.slice(0, 1), today, tasks)).toEqual([])
})

test('a task is offered from its start date on', () => {
  const offered = (startDate: string | null) => rank([task(1, { startDate })], today).length === 1
  expect([null, day('2026-11-14'), day('2026-11-15'), day('2026-11-16'), day('9999-12-31')].map(offered)).toEqual([
    ...[true, true, true, false, false],
  ])
})
