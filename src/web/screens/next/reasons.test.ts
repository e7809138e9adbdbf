import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { initialValues } from '../../../contract/task-fields.ts'
import { rank } from './reasons.ts'

const today = '2026-11-15'
const task = (number: number, fields: Partial<Task>): Task => ({
  ...initialValues,
  priority: 'Low',
  _id: String(number),
  number,
  title: `Task ${number}`,
  description: 'x',
  dueDate: '2026-12-24T00:00:00.000Z',
  version: 1,
  createdAt: '',
  updatedAt: '',
  completedAt: null,
  position: number,
  ...fields,
})
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
    [2, ['overdue 2 days', 'Critical']],
    [5, ['due tomorrow', 'High', 'already started']],
    [3, ['due today']],
    [1, []],
  ])
})

test('equally urgent tasks are sorted by due date, then newest first', () => {
  const later = { dueDate: day('2027-01-02') }
  expect(rank([task(1, later), task(2, {}), task(3, later)], today).map((each) => each.task.number)).toEqual([2, 3, 1])
})
