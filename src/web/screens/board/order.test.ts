import { expect, test } from 'vitest'
import { placeAt } from '../../tasks/manual-order.ts'
import { inColumnsOf } from './order.ts'

const column = [
  { _id: 'a', position: 9 },
  { _id: 'b', position: 5 },
  { _id: 'c', position: 1 },
]

test('a task can move to the top, between two others, to the bottom, or to an empty column', () => {
  expect(placeAt(column, 0)).toEqual({ place: { below: 'a' }, position: 10 })
  expect(placeAt(column, 1)).toEqual({ place: { above: 'a', below: 'b' }, position: 7 })
  expect(placeAt(column, 2)).toEqual({ place: { above: 'b', below: 'c' }, position: 3 })
  expect(placeAt(column, 3)).toEqual({ place: { above: 'c' }, position: 0 })
  expect(placeAt([], 0)).toEqual({ position: 0 })
})

test('steps up and down stay in the column, and steps to the side skip empty columns', () => {
  const step = inColumnsOf([3, 0, 2])
  expect([step(0, 'next'), step(2, 'next'), step(1, 'previous'), step(0, 'above')]).toEqual([1, 2, 0, 0])
  expect([step(0, 'right'), step(2, 'right'), step(4, 'left'), step(4, 'right')]).toEqual([3, 4, 1, 4])
})
