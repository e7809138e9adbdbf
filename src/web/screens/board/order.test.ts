import { expect, test } from 'vitest'
import { positionAt } from './order.ts'

const column = [{ position: 9 }, { position: 5 }, { position: 1 }]

test('a task goes to the top, between two others, to the bottom, or into an empty column', () => {
  expect(positionAt(column, 0)).toBe(10)
  expect(positionAt(column, 1)).toBe(7)
  expect(positionAt(column, 2)).toBe(3)
  expect(positionAt(column, 3)).toBe(0)
  expect(positionAt([], 0)).toBe(0)
})

test('forty tasks find room between the same two', () => {
  let [above, below] = [2, 1]
  for (let round = 0; round < 40; round++) {
    const between = positionAt([{ position: above }, { position: below }], 1)
    expect(between < above && between > below).toBe(true)
    if (round % 2) above = between
    else below = between
  }
})
