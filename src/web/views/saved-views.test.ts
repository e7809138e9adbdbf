import { expect, test } from 'vitest'
import { isSameView, isTaskView, orderedViews, placeAfterStep } from './saved-views.ts'

const view = (id: string, pinned = false) => ({ id, name: id, address: '/list', pinned })
const [a, b, c, d] = [view('a'), view('b', true), view('c'), view('d', true)]

test('pinned views come first, in their order', () => {
  expect(orderedViews([a, b, c, d]).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c'])
})

test('a view moves among those that are pinned like it', () => {
  const views = [a, b, c, d]
  expect(placeAfterStep(views, a, 1)).toBe(2)
  expect(placeAfterStep(views, c, -1)).toBe(0)
  expect(placeAfterStep(views, d, -1)).toBe(1)
  expect(placeAfterStep(views, a, -1)).toBeUndefined()
  expect(placeAfterStep(views, d, 1)).toBeUndefined()
})

test('only addresses of task views can be counted', () => {
  expect([isTaskView('/list?status=All'), isTaskView('/board'), isTaskView('/settings')]).toEqual([true, true, false])
})

test('two addresses show the same whatever the order of their parts, their encoding and the month', () => {
  expect(isSameView('/list?label=a&status=Pending,In Progress', '/list?status=Pending%2CIn+Progress&label=a')).toBe(
    true,
  )
  expect(isSameView('/calendar', '/calendar?on=2026-12')).toBe(true)
  expect(isSameView('/list?label=a', '/list?label=b')).toBe(false)
  expect(isSameView('/list?label=a', '/board?label=a')).toBe(false)
})
