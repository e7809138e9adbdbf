import { expect, test } from 'vitest'
import type { Step } from '../../contract/schemas/history.ts'
import { stepWords } from './step-words.ts'

const step = (more: Partial<Step>): Step => ({
  change: 7,
  kind: 'updated',
  before: null,
  after: null,
  task: { _id: 'a', number: 12, title: 'Fix login' },
  taskCount: 1,
  at: '2026-11-15T12:00:00.000Z',
  ageMs: 0,
  ...more,
})
const words = (more: Partial<Step>) => stepWords(step(more), 'day-first')

test('a step names its task and the value that it restores', () => {
  expect(
    words({ before: { status: 'Pending', completedAt: null }, after: { status: 'Completed', completedAt: 'x' } }),
  ).toBe('#12 Fix login: status back to Pending')
  expect(
    words({
      before: { dueDate: '2026-11-20T00:00:00.000Z', labels: [], description: 'old' },
      after: { dueDate: '2026-12-24T00:00:00.000Z', labels: ['ui'], description: 'new' },
    }),
  ).toBe('#12 Fix login: labels back to none, description as before, due date back to 20 Nov 2026')
  expect(words({ before: { position: 1 }, after: { position: 2 } })).toBe(
    '#12 Fix login: back to the former place on the board',
  )
})

test('a step of several tasks names the value that it takes away', () => {
  const change = { before: { status: 'Pending' }, after: { status: 'Completed' } } as const
  expect(words({ ...change, taskCount: 3 })).toBe('3 tasks: status no longer Completed')
  expect(words({ kind: 'created', taskCount: 3 })).toBe('3 tasks: moved to the trash')
})

test('tasks and files go to the trash and come back', () => {
  const file = { file: { name: 'notes.txt' } } as Step['after']
  expect(words({ kind: 'created' })).toBe('#12 Fix login: moved to the trash')
  expect(words({ kind: 'restored' })).toBe('#12 Fix login: moved to the trash')
  expect(words({ kind: 'trashed' })).toBe('#12 Fix login: restored from the trash')
  expect(words({ kind: 'attached', after: file })).toBe('#12 Fix login: notes.txt moved to the trash')
  expect(words({ kind: 'detached', before: file })).toBe('#12 Fix login: notes.txt restored')
})
