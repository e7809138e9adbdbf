import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { comingByDay, inOrder, noDay, tasksByDay } from './by-day.ts'

let numbers = 0
function task(values: Partial<Task>): Task {
  numbers++
  const defaults = { status: 'Pending', priority: 'Medium', dueDate: null, repeat: null } as const
  return { _id: String(numbers), number: numbers, title: `Task ${numbers}`, ...defaults, ...values } as Task
}
const on = (day: string, values: Partial<Task> = {}) => task({ dueDate: `${day}T00:00:00.000Z`, ...values })

test('tasks are on their days: open ones first, then by priority, then the newest', () => {
  const done = on('2026-11-18', { status: 'Completed', priority: 'Critical' })
  const [low, high, newer] = [
    on('2026-11-18', { priority: 'Low' }),
    on('2026-11-18', { priority: 'High' }),
    on('2026-11-18', { priority: 'High' }),
  ]
  const undated = task({})
  const byDay = tasksByDay([done, low, high, undated, newer])
  expect(inOrder(byDay.get('2026-11-18'))).toEqual([newer, high, low, done])
  expect(byDay.get(noDay)).toEqual([undated])
  expect(inOrder(byDay.get('2026-11-19'))).toEqual([])
})

test('open repeating tasks are shown ahead, on the days of the range only', () => {
  const repeat = { rule: 'FREQ=WEEKLY', from: 'due' } as const
  const weekly = on('2026-11-20', { repeat })
  const others = [on('2026-11-20', { repeat, status: 'Completed' }), task({ repeat }), on('2026-11-21')]
  const coming = comingByDay([weekly, ...others], '2026-11-16', '2026-12-06', '2026-11-17')
  expect([...coming]).toEqual([
    ['2026-11-27', [weekly]],
    ['2026-12-04', [weekly]],
  ])
})
