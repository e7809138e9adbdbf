import { expect, test } from 'vitest'
import { taskEvent } from '../../../test/task-event.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { initialValues } from '../../contract/task-fields.ts'
import { applyToList, applyToTask } from './apply-events.ts'

const task = (fields: Partial<Task> = {}): Task => ({
  ...initialValues,
  priority: 'Low',
  _id: 'a',
  number: 1,
  title: 'Fix',
  description: 'It is broken.',
  dueDate: '2026-11-15T00:00:00.000Z',
  version: 1,
  createdAt: '',
  updatedAt: '',
  completedAt: null,
  position: 1,
  ...fields,
})

const event = (fields: Partial<TaskEvent>) => taskEvent({ before: {}, after: {}, ...fields })
const completed = event({ after: { status: 'Completed', completedAt: 'now' } })

test('an update changes the fields it names, the version and the time', () => {
  expect(applyToTask(task(), completed)).toEqual(
    task({ status: 'Completed', completedAt: 'now', version: 2, updatedAt: 'now' }),
  )
})

test('an event that was already applied changes nothing; after a gap the task has to be fetched', () => {
  const newer = task({ version: 2 })
  expect(applyToTask(newer, completed)).toBe(newer)
  expect(applyToTask(task(), event({ version: 4 }))).toBeUndefined()
  expect(applyToTask(task(), event({ kind: 'restored' }))).toBeUndefined()
})

test('a list gains new tasks of its status, once', () => {
  const created = event({ kind: 'created', task: 'b', after: task({ _id: 'b' }), version: 1 })
  expect(applyToList([task()], '', [created, created])).toEqual([task(), task({ _id: 'b' })])
  expect(applyToList([task()], 'Completed', [created])).toEqual([task()])
})

test('a task moves between lists as its status changes', () => {
  const after = task({ status: 'Completed', completedAt: 'now', version: 2, updatedAt: 'now' })
  expect(applyToList([task()], 'Pending', [completed])).toEqual([])
  expect(applyToList([], 'Completed', [completed], [task()])).toEqual([after])
  expect(applyToList([task()], '', [completed])).toEqual([after])
})

test('a deleted task leaves the list; a restored or unknown task has to be fetched', () => {
  expect(applyToList([task()], '', [event({ kind: 'trashed' })])).toEqual([])
  expect(applyToList([], '', [event({ kind: 'purged' })])).toEqual([])
  expect(applyToList([], '', [event({ kind: 'restored' })])).toBeUndefined()
  expect(applyToList([], 'Completed', [completed])).toBeUndefined()
})

test('a list that no event changes stays the same object', () => {
  const list = [task()]
  const file = { kind: 'attached', after: null, version: 1 } as const
  expect(applyToList(list, '', [event(file), event({ version: 1 })])).toBe(list)
})
