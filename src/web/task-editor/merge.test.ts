import { expect, test } from 'vitest'
import type { Task } from '../../contract/schemas/tasks.ts'
import { changedIn, merge } from './merge.ts'

type Values = Pick<Task, 'status' | 'priority' | 'dueDate' | 'labels'>
const base: Values = { status: 'Pending', priority: 'Low', dueDate: '2026-11-15', labels: ['ui'] }

test('changes to different fields merge', () => {
  const mine: Values = { ...base, status: 'Completed' }
  const theirs: Values = { ...base, priority: 'High', dueDate: '2026-12-24' }
  expect(merge(base, mine, theirs)).toEqual({
    values: { status: 'Completed', priority: 'High', dueDate: '2026-12-24', labels: ['ui'] },
    conflicts: [],
  })
})

test('the same change of the same field is not a conflict', () => {
  const both: Values = { ...base, status: 'Completed' }
  expect(merge(base, both, both)).toEqual({ values: both, conflicts: [] })
})

test('different changes of the same field are a conflict, and my value is kept', () => {
  const mine: Values = { ...base, status: 'Completed', priority: 'High' }
  const theirs: Values = { ...base, status: 'In Progress', dueDate: '2026-12-24' }
  expect(merge(base, mine, theirs)).toEqual({
    values: { status: 'Completed', priority: 'High', dueDate: '2026-12-24', labels: ['ui'] },
    conflicts: ['status'],
  })
})

test('labels are compared by their values and merged one by one', () => {
  const mine: Values = { ...base, labels: ['ui', 'auth'] }
  expect(merge(base, mine, { ...base, labels: ['ui'] })).toEqual({ values: mine, conflicts: [] })
  expect(merge(base, mine, { ...base, labels: ['web'] })).toEqual({
    values: { ...base, labels: ['web', 'auth'] },
    conflicts: [],
  })
})

test('only the fields that the user has changed are sent', () => {
  expect(changedIn(base, { ...base, labels: ['ui'] })).toEqual({})
  expect(changedIn(base, { ...base, priority: 'High', labels: [] })).toEqual({ priority: 'High', labels: [] })
})
