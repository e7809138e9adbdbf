import { expect, test } from 'vitest'
import { gapAt, indexOfGap } from './gap.ts'

const ids = ['a', 'b', 'c']

test('a place keeps its neighbours while items come, move and go', () => {
  const gap = gapAt('list', ids, 1)
  expect(indexOfGap(gap, ids)).toBe(1)
  expect(indexOfGap(gap, ['new', 'a', 'b', 'c'])).toBe(2)
  // The item after the place stays so.
  expect(indexOfGap(gap, ['b', 'a', 'c'])).toBe(0)
  // Without it, the item before the place does.
  expect(indexOfGap(gap, ['new', 'a', 'c'])).toBe(2)
  // Without both, the place is the end.
  expect(indexOfGap(gap, ['c', 'd'])).toBe(2)
})

test('the end of a list and a place in an empty one', () => {
  expect(indexOfGap(gapAt('list', ids, 3), ids)).toBe(3)
  expect(indexOfGap(gapAt('list', ids, 3), ['a', 'b'])).toBe(2)
  expect(indexOfGap(gapAt('list', [], 0), [])).toBe(0)
})
