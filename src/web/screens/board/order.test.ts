import { expect, test } from 'vitest'
import { inColumnsOf, positionAt } from './order.ts'

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

test('on a board, steps stay within the column or lead to the card beside, past empty columns', () => {
  const step = inColumnsOf([3, 0, 2])
  expect([step(0, 'next'), step(2, 'next'), step(1, 'previous'), step(0, 'above')]).toEqual([1, 2, 0, 0])
  expect([step(0, 'right'), step(2, 'right'), step(4, 'left'), step(4, 'right')]).toEqual([3, 4, 1, 4])
})
