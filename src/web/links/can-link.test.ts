import { expect, test } from 'vitest'
import { numberedTask as task } from '../../../test/numbered-task.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type LinkRole, linksIn, openParts } from '../../contract/task-lists/link-index.ts'
import { canLink } from './can-link.ts'

const numbers = (tasks: Task[]) => tasks.map(({ number }) => number)

test('links that the server would refuse are not offered', () => {
  const chain = [1, 2, 3, 4, 5].map((number) => task(number, number > 1 ? { partOf: `id${number - 1}` } : {}))
  const tasks = [...chain, task(6), task(7, { partOf: 'id6', blockedBy: ['id6'], related: ['id1'] })]
  const index = linksIn(tasks)
  const allowed = (role: LinkRole, from: number) =>
    numbers(tasks.filter((other) => canLink(index, role, tasks[from - 1] as Task, other)))
  // 5 is on the last level, and 6 has a part of its own.
  expect(allowed('part of', 7)).toEqual([1, 2, 3, 4])
  expect(allowed('part of', 6)).toEqual([1, 2, 3])
  expect(allowed('part of', 1)).toEqual([])
  expect(allowed('has part', 4)).toEqual([7])
  expect(allowed('blocked by', 6)).toEqual([1, 2, 3, 4, 5])
  expect(allowed('blocks', 7)).toEqual([1, 2, 3, 4, 5])
  expect(allowed('related', 1)).toEqual([2, 3, 4, 5, 6])
})

test('a circle that two devices made together does not stop the screen', () => {
  const tasks = [
    task(1, { partOf: 'id2', blockedBy: ['id2'] }),
    task(2, { partOf: 'id1', blockedBy: ['id1'] }),
    task(3),
  ]
  const index = linksIn(tasks)
  expect(numbers(openParts(index, tasks.slice(0, 1)))).toEqual([2])
  for (const role of ['part of', 'has part', 'blocked by', 'blocks'] as const) {
    expect(typeof canLink(index, role, tasks[0] as Task, tasks[2] as Task)).toBe('boolean')
  }
})
