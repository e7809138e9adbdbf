import { expect, test } from 'vitest'
import { mostUsed } from './rail-label-order.ts'

const counts = new Map([
  ['a', 1],
  ['b', 9],
  ['d', 5],
])

test('the rail shows the labels with the most open tasks in the order of the alphabet, and always those of the filter', () => {
  expect(mostUsed(['a', 'b', 'c', 'd'], counts, 2, [])).toEqual(['b', 'd'])
  expect(mostUsed(['a', 'b', 'c', 'd'], counts, 2, ['c'])).toEqual(['b', 'c', 'd'])
  expect(mostUsed(['a', 'c'], counts, 2, [])).toEqual(['a', 'c'])
})
