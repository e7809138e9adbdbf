import { expect, test } from 'vitest'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { cardRows, inCardRows } from './card-rows.ts'

const group = (id: string, count: number) => ({
  id,
  name: id,
  tasks: Array.from({ length: count }, () => ({}) as Task),
})

test('each group begins a new row below its heading', () => {
  const rows = cardRows([group('due', 4), group('none', 1)], 3)
  expect(rows.map((row) => (row.heading ? row.heading.id : [row.start, row.tasks.length]))).toEqual([
    'due',
    [0, 3],
    [3, 1],
    'none',
    [4, 1],
  ])
  expect(cardRows([group('all', 2)], 3)).toHaveLength(1)
})

test('steps up and down keep the column where there is one, and skip headings', () => {
  const step = inCardRows(cardRows([group('a', 4), group('b', 3)], 3))
  expect([step(0, 'next'), step(3, 'next'), step(4, 'left')]).toEqual([1, 4, 3])
  expect([step(1, 'below'), step(3, 'below'), step(6, 'above'), step(4, 'above')]).toEqual([3, 4, 3, 3])
  expect([step(0, 'above'), step(5, 'below')]).toEqual([0, 5])
})
