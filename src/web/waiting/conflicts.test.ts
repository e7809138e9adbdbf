import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { FieldName } from '../../contract/task-fields.ts'
import type { Base, Change, Intent } from '../deck/change.ts'
import { resolved } from '../deck/resolve.ts'
import { conflictsOf } from './conflicts.ts'

const at = '2026-11-16T08:00:00.000Z'
const task = (number: number, values: Partial<Task>) =>
  numberedTask(number, { _id: String(number), version: 4, ...values })

/** A change of tasks that were also changed elsewhere. */
function conflicting(intent: Intent, seen: Base['values'], conflicts: { task: Task; fields: FieldName[] }[]): Change {
  const base = Object.fromEntries(conflicts.map(({ task: now }) => [now._id, { version: 1, values: seen, task: now }]))
  return {
    id: 'a',
    order: 1,
    at,
    intent,
    base,
    inverse: [],
    problem: { kind: 'conflict', message: '', tasks: conflicts },
  }
}

test('a conflict has the values of both sides, and of texts also both together', () => {
  const intent: Intent = { kind: 'update', task: '1', values: { status: 'Completed', title: 'Mine' } }
  const theirs = task(1, { status: 'In Progress', title: 'Theirs' })
  const change = conflicting(intent, { status: 'Pending', title: 'Fix it' }, [
    { task: theirs, fields: ['title', 'status'] },
  ])
  expect(conflictsOf(change, 'iso')).toEqual([
    {
      field: 'title',
      about: 'Title',
      choices: [
        { side: 'wanted', words: 'Mine' },
        { side: 'current', words: 'Theirs' },
        { side: 'both', words: 'Theirs / Mine' },
      ],
    },
    {
      field: 'status',
      about: 'Status',
      choices: [
        { side: 'wanted', words: 'Completed' },
        { side: 'current', words: 'In Progress' },
      ],
    },
  ])
})

test('of a description, only the lines that conflict are shown, also if a side has none', () => {
  const intent: Intent = { kind: 'update', task: '1', values: { description: 'a\nB\nc' } }
  const now = { task: task(1, { description: 'A\nc' }), fields: ['description' as const] }
  const [conflict] = conflictsOf(conflicting(intent, { description: 'a\nb\nc' }, [now]), 'iso')
  expect(conflict?.choices.map(({ words }) => words)).not.toContain('a\nB\nc')
  const removed = { task: task(1, { description: 'a\nc' }), fields: ['description' as const] }
  const [other] = conflictsOf(conflicting(intent, { description: 'a\nb\nc' }, [removed]), 'iso')
  expect(other?.choices.slice(0, 2)).toEqual([
    { side: 'wanted', words: 'B' },
    { side: 'current', words: 'Removed' },
  ])
})

test('a text that is too long for both is offered without both', () => {
  const intent: Intent = { kind: 'update', task: '1', values: { title: 'x'.repeat(199) } }
  const change = conflicting(intent, { title: 'Fix it' }, [{ task: task(1, { title: 'Theirs' }), fields: ['title'] }])
  expect(conflictsOf(change, 'iso')[0]?.choices.map(({ side }) => side)).toEqual(['wanted', 'current'])
})

test('a field of several tasks is one conflict that names at most five of them', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7]
  const intent: Intent = { kind: 'updateMany', tasks: numbers.map(String), change: { priority: 'High' } }
  const conflicts = numbers.map((number) => ({
    task: task(number, { priority: 'Low' }),
    fields: ['priority' as const],
  }))
  expect(conflictsOf(conflicting(intent, { priority: 'Medium' }, conflicts), 'iso')).toEqual([
    {
      field: 'priority',
      about: 'Priority of 7 tasks',
      choices: [
        { side: 'wanted', words: 'High' },
        {
          side: 'current',
          words: '#1 Task 1: Low\n#2 Task 2: Low\n#3 Task 3: Low\n#4 Task 4: Low\n#5 Task 5: Low\nand 2 more',
        },
      ],
    },
  ])
  const [one] = conflictsOf(conflicting(intent, { priority: 'Medium' }, conflicts.slice(0, 1)), 'iso')
  expect(one).toMatchObject({ about: 'Priority of #1 Task 1', choices: [{}, { words: 'Low' }] })
})

test('a note that was edited elsewhere is a conflict of its texts', () => {
  const seen: Note = {
    _id: 'n',
    number: 1,
    kind: 'note',
    text: 'a',
    via: 'session',
    createdAt: at,
    editedAt: null,
    version: 1,
  }
  const [mine, theirs] = [
    { ...seen, text: 'mine', version: 2 },
    { ...seen, text: 'theirs', version: 3 },
  ]
  const change: Change = {
    ...conflicting({ kind: 'note', task: '1', from: seen, to: mine }, {}, []),
    problem: { kind: 'refused', message: '', note: theirs },
  }
  expect(conflictsOf(change, 'iso')[0]?.choices.map(({ words }) => words)).toEqual(['mine', 'theirs'])
  expect(resolved(change, () => 'wanted')).toEqual([
    { intent: { kind: 'note', task: '1', from: theirs, to: { ...mine, version: 4 } } },
  ])
  expect(resolved(change, () => 'current')).toEqual([])
})
