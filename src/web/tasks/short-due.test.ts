import { expect, test } from 'vitest'
import { shortDue } from './short-due.ts'

const tuesday = { today: '2026-11-17', weekStart: 'monday', dateStyle: 'month-first' } as const
const due = (day: string | null, isInDueGroup: boolean) =>
  shortDue(
    { dueDate: day && `${day}T00:00:00.000Z`, status: 'Pending', completedAt: null },
    { ...tuesday, isInDueGroup },
  )

test('inside the groups by due date, a date says nothing that its group says', () => {
  expect(due('2026-11-12', true)).toEqual({ words: '5 d', isOverdue: true })
  expect(due('2026-11-17', true)).toBeUndefined()
  expect(due('2026-11-19', true)).toEqual({ words: 'Thu 19', isOverdue: false })
  expect(due('2026-11-22', true)?.words).toBe('Sun 22')
  expect(due('2026-11-23', true)?.words).toBe('Nov 23')
  expect(due('2027-01-03', true)?.words).toBe('Jan 3, 2027')
  expect(due(null, true)).toBeUndefined()
})

test('outside them, it says how urgent the task is', () => {
  expect(due('2026-11-12', false)).toEqual({ words: '5 d overdue', isOverdue: true })
  expect(due('2026-11-17', false)?.words).toBe('Today')
  expect(due('2026-11-19', false)?.words).toBe('Thu 19')
})

test('the day of completion follows the style of the user, and so does a later day', () => {
  const done = { dueDate: null, status: 'Completed', completedAt: '2026-11-02T12:00:00.000Z' } as const
  expect(shortDue(done, { ...tuesday, isInDueGroup: true })?.words).toBe('Nov 2')
  expect(shortDue(done, { ...tuesday, dateStyle: 'day-first', isInDueGroup: false })?.words).toBe('done 2 Nov')
  expect(shortDue({ ...done, completedAt: null }, { ...tuesday, isInDueGroup: true })).toBeUndefined()
})
