import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { filterTasks, noFilter } from '../../../contract/task-lists/filter.ts'
import { agesOf, durationsOf, labelCounts, weeksOf } from './plot-figures.ts'

const today = '2026-11-17'
const calendar = { today, weekStart: 'monday' as const }
const at = (day: string, time = '12:00') => new Date(`${day}T${time}`).toISOString()
const task = (createdAt: string, completedAt: string | null = null, more: Partial<Task> = {}) =>
  ({
    status: completedAt ? 'Completed' : 'Pending',
    labels: [],
    startDate: null,
    title: '',
    description: '',
    ...{ createdAt, completedAt },
    ...more,
  }) as unknown as Task

const tasks = [
  task(at('2026-11-16', '00:00'), at('2026-11-17')),
  task(at('2026-11-15', '23:59'), at('2026-11-15')),
  // Put off until the 8th, and started before that.
  task(at('2026-01-01'), at('2026-11-09'), { startDate: '2026-11-08T00:00:00.000Z', startedAt: at('2026-11-01') }),
  task(at('2026-11-17'), null, { labels: ['ops', 'api'] }),
  task(at('2026-11-10'), null, { labels: ['ops'] }),
  task(at('2026-10-20')),
  task(at('2026-08-19')),
  task(at('2025-11-16'), null, { labels: ['api'] }),
  task(at('2026-11-18')),
]

test('weeks count the tasks that were completed and created in them, at their boundaries too', () => {
  const weeks = weeksOf(tasks, today, 'monday', 3)
  expect(weeks.map(({ day, completed, created }) => [day, completed.count, created.count])).toEqual([
    ['2026-11-02', 0, 0],
    ['2026-11-09', 2, 2],
    ['2026-11-16', 1, 3],
  ])
  expect(weeksOf(tasks, today, 'sunday', 1).map(({ day, created }) => [day, created.count])).toEqual([
    ['2026-11-15', 4],
  ])
  expect(weeksOf(tasks, '2027-01-02', 'monday', 1)[0]).toMatchObject({
    day: '2026-12-28',
    created: { q: 'created:2026-12-28..2027-01-03' },
  })
})

test('open tasks have an age, completed ones a duration, and every bar finds the tasks that it counts', () => {
  const bars = [
    ...weeksOf(tasks, today, 'monday', 60).flatMap(({ completed, created }) => [completed, created]),
    ...agesOf(tasks, today),
    ...durationsOf(tasks),
  ]
  for (const { q, count } of bars)
    expect([q, filterTasks(tasks, { ...noFilter, q }, calendar).length]).toEqual([q, count])
  expect(agesOf(tasks, today).map(({ count }) => count)).toEqual([2, 1, 2, 0, 1])
  expect(durationsOf(tasks).map(({ count }) => count)).toEqual([1, 1, 0, 1, 0, 0])
})

test('labels are counted for open tasks, the most frequent first', () => {
  expect(labelCounts(tasks, 5)).toEqual([
    { label: 'api', count: 2 },
    { label: 'ops', count: 2 },
  ])
  expect(labelCounts(tasks, 1)).toEqual([{ label: 'api', count: 2 }])
})
