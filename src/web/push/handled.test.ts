import { expect, test } from 'vitest'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { answers, answersPart } from './handled.ts'

const event = (fields: Partial<TaskEvent>) =>
  ({ task: 'a', kind: 'updated', before: {}, after: {}, at: '2026-11-18T12:00:00.000Z', ...fields }) as TaskEvent

test('a notification is answered by what was done with its task on another device, and by nothing else', () => {
  const answered = (fields: Partial<TaskEvent>, data: object = { task: 'a' }) => answers(event(fields), data)
  expect(answered({ after: { status: 'Completed' } })).toBe(true)
  expect(answered({ after: { startDate: '2026-11-19T00:00:00.000Z' } })).toBe(true)
  expect(answered({ kind: 'trashed', after: null })).toBe(true)
  expect(answered({ after: { startDate: '2026-11-18T00:00:00.000Z' } })).toBe(false)
  expect(answered({ after: { startDate: null } })).toBe(false)
  expect(answered({ after: { status: 'In Progress', title: 'Other' } })).toBe(false)
  expect(answered({ task: 'b', after: { status: 'Completed' } })).toBe(false)
  expect(answered({ after: { status: 'Completed' } }, {})).toBe(false)
  const question = { task: 'a', question: {} }
  expect(answered({ kind: 'noted', after: { openQuestions: 0 } }, question)).toBe(true)
  expect(answered({ kind: 'noted', after: { openQuestions: 1 } }, question)).toBe(false)
  expect(answered({ after: { status: 'Completed' } }, question)).toBe(false)
})

test('a part of a summary is answered by what was done with its task', () => {
  const answered = (fields: Partial<TaskEvent>) => answersPart(event(fields), { tasks: ['a'], asked: ['b'] })
  expect(answered({ after: { status: 'Completed' } })).toBe(true)
  expect(answered({ after: { openQuestions: 0 } })).toBe(false)
  expect(answered({ task: 'b', kind: 'noted', after: { openQuestions: 0 } })).toBe(true)
  expect(answered({ task: 'b', after: { status: 'Completed' } })).toBe(false)
  expect(answered({ task: 'c', kind: 'trashed' })).toBe(false)
})
