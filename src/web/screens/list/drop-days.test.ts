import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { type DateField, dropDayOf, dropTargets } from './drop-days.ts'
import type { Item } from './items.ts'

/** Tuesday. */
const calendar = { today: '2026-11-17', weekStart: 'monday' } as const

const heading = (id: string): Item => ({ key: id, group: { id, name: id, tasks: [] } })
const row = (groupId: string, dates: Partial<Task>): Item => ({
  key: 'a',
  task: { _id: 'a', dueDate: null, startDate: null, ...dates } as Task,
  place: 1,
  groupId,
})

test('a heading stands for the first day of its group, and a row for the day of its task', () => {
  const due = (item: Item) => dropDayOf(item, 'dueDate', dropTargets('dueDate', calendar))
  expect(['today', 'week', 'later', 'none'].map((id) => due(heading(id)))).toEqual([
    '2026-11-17',
    '2026-11-18',
    '2026-11-23',
    'none',
  ])
  expect(due(row('week', { dueDate: '2026-11-20T00:00:00.000Z' }))).toBe('2026-11-20')
  expect(due(row('none', {}))).toBe('none')

  const start = (item: Item) => dropDayOf(item, 'startDate', dropTargets('startDate', calendar))
  expect(['back-week', 'back-next', 'back-after', 'back-someday'].map((id) => start(heading(id)))).toEqual([
    '2026-11-18',
    '2026-11-23',
    '2026-11-30',
    '9999-12-31',
  ])
  expect(start(row('back-next', { startDate: '2026-11-25T00:00:00.000Z' }))).toBe('2026-11-25')
})

test('nothing becomes overdue, completed or snoozed by dragging', () => {
  const targets = dropTargets('dueDate', calendar)
  for (const id of ['overdue', 'done', 'put-off']) {
    expect(dropDayOf(heading(id), 'dueDate', targets)).toBeUndefined()
    expect(dropDayOf(row(id, { dueDate: '2026-11-10T00:00:00.000Z' }), 'dueDate', targets)).toBeUndefined()
  }
})

test('the groups without tasks can be dropped on, too; a week that ends today has no other day', () => {
  const names = (field: DateField, today: string) =>
    dropTargets(field, { today, weekStart: 'monday' }).map(({ name, day }) => `${name} ${day}`)
  expect(names('dueDate', '2026-11-17')).toEqual([
    'Today 2026-11-17',
    'This week 2026-11-18',
    'After this week 2026-11-23',
    'No date none',
  ])
  expect(names('dueDate', '2026-11-22')).toEqual(['Today 2026-11-22', 'After this week 2026-11-23', 'No date none'])
  expect(names('startDate', '2026-11-22')).toEqual([
    'Back next week 2026-11-23',
    'Back after next week 2026-11-30',
    'Someday 9999-12-31',
  ])
})
