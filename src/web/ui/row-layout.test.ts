import { expect, test } from 'vitest'
import { heightOf, layOut, rowAt, rowsBetween, startOf, stepToShow } from './row-layout.ts'

const measured = new Map([[1, 50]])
const layout = layOut([10, 20, 30, 40], (index) => measured.get(index))

test('rows stand below each other, with measured heights in place of estimated ones', () => {
  expect([0, 1, 2, 3, 4].map((index) => startOf(layout, index))).toEqual([0, 10, 60, 90, 130])
  expect([1, 2].map((index) => heightOf(layout, index))).toEqual([50, 30])
  expect(startOf(layout, 9)).toBe(130)
})

test('a row is found by its place, also above the first and below the last one', () => {
  expect([-5, 0, 9, 10, 59, 60, 129, 500].map((y) => rowAt(layout, y))).toEqual([0, 0, 0, 1, 1, 2, 3, 3])
  expect(
    rowAt(
      layOut([], () => undefined),
      3,
    ),
  ).toBe(0)
})

test('only rows in the window are shown, with some beyond it and those that are kept', () => {
  expect(rowsBetween(layout, [10, 20], 0, [])).toEqual([1])
  expect(rowsBetween(layout, [10, 20], 1, [])).toEqual([0, 1, 2])
  expect(rowsBetween(layout, [-100, -50], 0, [3, 7])).toEqual([0, 3])
  expect(rowsBetween(layout, [60, 1_000], 5, [])).toEqual([0, 1, 2, 3])
  expect(
    rowsBetween(
      layOut([], () => undefined),
      [0, 100],
      1,
      [0],
    ),
  ).toEqual([])
})

test('a window moves as little as possible to show a row, and leaves room for what covers its edges', () => {
  const window = { top: 100, height: 200 }
  const padding = { start: 20, end: 10 }
  expect(stepToShow({ start: 150, end: 250 }, window, padding)).toBe(0)
  expect(stepToShow({ start: 110, end: 150 }, window, padding)).toBe(-10)
  expect(stepToShow({ start: 280, end: 320 }, window, padding)).toBe(30)
})
