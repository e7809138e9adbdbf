import { expect, test } from 'vitest'
import { inDays } from './steps.ts'

// Two weeks: a, b on the first day, c on the third; d on the eighth, e and f on the tenth. g and h have no date.
const counts = [2, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 2]
const step = inDays(counts)
const [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7] as const

test('down leads through a day and to the week below, up back to the last task above', () => {
  expect(step(a, 'below')).toBe(b)
  expect(step(b, 'below')).toBe(d)
  expect(step(d, 'below')).toBe(d)
  expect(step(d, 'above')).toBe(b)
  expect(step(c, 'below')).toBe(e)
  expect(step(e, 'above')).toBe(c)
  expect(step(f, 'above')).toBe(e)
  expect(step(a, 'above')).toBe(a)
})

test('right and left lead to the next day that has tasks, at last to those without a date', () => {
  expect(step(b, 'right')).toBe(c)
  expect(step(c, 'right')).toBe(d)
  expect(step(c, 'left')).toBe(a)
  expect(step(f, 'right')).toBe(h)
  expect(step(g, 'left')).toBe(e)
  expect(step(g, 'below')).toBe(h)
  expect(step(h, 'below')).toBe(h)
  expect(step(g, 'above')).toBe(g)
  expect(step(h, 'right')).toBe(h)
})

test('next and previous follow the order of the page', () => {
  expect([step(b, 'next'), step(c, 'previous')]).toEqual([c, b])
})
