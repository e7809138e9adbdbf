import { expect, test } from 'vitest'
import { numberedTask as task } from '../../../test/numbered-task.ts'
import { mentionsIn } from '../../web/tasks/mentions.ts'
import type { Task } from '../schemas/tasks.ts'
import { filterTasks, noFilter } from './filter.ts'
import { isBlocked, linksIn, openParts, unblockedBy } from './link-index.ts'

const numbers = (tasks: Task[]) => tasks.map(({ number }) => number)
const calendar = { today: '2026-11-16', weekStart: 'monday' } as const

test('both ends of a link show it, and tasks that are missing are left out', () => {
  const tasks = [
    task(1, { blockedBy: ['id2', 'gone'], related: ['id3'] }),
    task(2, { partOf: 'id4' }),
    task(3, { partOf: 'id4', related: ['id1'] }),
    task(4, { partOf: 'gone' }),
  ]
  const index = linksIn(tasks)
  expect(linksIn(tasks)).toBe(index)
  expect(index.get('id1')).toMatchObject({ blockers: [{ number: 2 }], related: [{ number: 3 }], parent: undefined })
  expect(index.get('id2')).toMatchObject({ blocked: [{ number: 1 }], parent: { number: 4 } })
  // Stored at both of them, but one link.
  expect(index.get('id3')?.related.map(({ number }) => number)).toEqual([1])
  expect(numbers(index.get('id4')?.parts ?? [])).toEqual([2, 3])
  expect(linksIn([task(1)]).size).toBe(0)
  const found = (q: string) => numbers(filterTasks(tasks, { ...noFilter, q }, calendar))
  expect([found('part:#4'), found('part:4 -#2'), found('after:#2'), found('after:#4')]).toEqual([[2, 3], [3], [1], []])
  expect([found('related:#1'), found('related:#3'), found('is:related')]).toEqual([[3], [1], [1, 3]])
  expect(numbers(filterTasks(tasks, { ...noFilter, links: ['related'] }, calendar))).toEqual([1, 3])
})

test('a task is blocked as long as one of its blockers is open', () => {
  const done = { status: 'Completed' } as const
  const tasks = [
    task(1),
    task(2, done),
    task(3, { blockedBy: ['id1', 'id2'] }),
    task(4, { blockedBy: ['id2'] }),
    task(5, { blockedBy: ['id1'], ...done }),
    task(6, { blockedBy: ['id1', 'id7'] }),
    task(7),
  ]
  const index = linksIn(tasks)
  expect(numbers(tasks.filter((one) => isBlocked(index, one)))).toEqual([3, 6])
  // 6 waits for 7 as well, and 5 is completed.
  expect(numbers(unblockedBy(index, tasks[0] as Task))).toEqual([3])
  const found = (q: string) => numbers(filterTasks(tasks, { ...noFilter, q }, calendar))
  expect([found('is:blocked'), found('is:blocking'), found('-is:blocked is:open')]).toEqual([
    [3, 6],
    [1, 7],
    [1, 4, 7],
  ])
  const filtered = (links: typeof noFilter.links) => numbers(filterTasks(tasks, { ...noFilter, links }, calendar))
  expect([filtered(['blocked']), filtered(['ready', 'blocking'])]).toEqual([
    [3, 6],
    [1, 4, 7],
  ])
})

test('the open parts of tasks include the parts of their parts', () => {
  const tasks = [
    task(1),
    task(2, { partOf: 'id1', status: 'Completed' }),
    task(3, { partOf: 'id2' }),
    task(4, { partOf: 'id1' }),
  ]
  const index = linksIn(tasks)
  expect(numbers(openParts(index, tasks.slice(0, 1)))).toEqual([3, 4])
  expect(numbers(openParts(index, [tasks[0], tasks[3]] as Task[]))).toEqual([3])
  const found = (q: string) => numbers(filterTasks(tasks, { ...noFilter, q }, calendar))
  expect([found('has:parts'), found('is:part'), found('no:parts')]).toEqual([
    [1, 2],
    [2, 3, 4],
    [3, 4],
  ])
})

test('a description mentions tasks by number, but not in code or addresses', () => {
  const description =
    'See #2, (#3). Not `#4` or a#5, https://example.com/#6, #7th.\n```\n#8\n```\n\n    #9\n\n- [ ] after #2\n\n    and #10'
  const tasks = [task(1, { description }), task(2, { description: '#2 and #1' })]
  expect([...mentionsIn(tasks)].map(([number, by]) => [number, numbers(by)])).toEqual([
    [2, [1]],
    [3, [1]],
    [10, [1]],
    [1, [2]],
  ])
})
