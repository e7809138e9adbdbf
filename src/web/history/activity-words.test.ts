import { expect, test } from 'vitest'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { wordsOf } from './activity-words.ts'

const words = (fields: Partial<TaskEvent>) =>
  wordsOf(
    {
      seq: 1,
      change: 1,
      undoes: null,
      task: 'a',
      kind: 'updated',
      before: null,
      after: null,
      version: 1,
      at: '',
      ...fields,
    },
    'month-first',
  )
const file = { _id: 'f', name: 'proof.png', size: 1, type: 'image/png', sha256: '', createdAt: '' }

test('a change names the field and its old and new values', () => {
  expect(
    words({ before: { status: 'Pending', completedAt: null }, after: { status: 'Completed', completedAt: 'x' } }),
  ).toBe('changed the status from Pending to Completed')
  const dates = { before: { dueDate: '2026-11-12T00:00:00.000Z' }, after: { dueDate: '2026-11-14T00:00:00.000Z' } }
  expect(words(dates)).toBe('changed the due date from Nov 12, 2026 to Nov 14, 2026')
  expect(words({ before: { description: 'a' }, after: { description: 'b' } })).toBe('changed the description')
})

test('every other event has its words, and an undo is marked', () => {
  expect(words({ kind: 'created' })).toBe('created this task')
  expect(words({ kind: 'trashed', undoes: 1 })).toBe('moved it to the trash (undo)')
  expect(words({ kind: 'attached', after: { file } })).toBe('attached proof.png')
  expect(words({ kind: 'detached', before: { file } })).toBe('removed proof.png')
})
