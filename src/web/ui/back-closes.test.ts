import { expect, test } from 'vitest'
import { decideStep } from './back-closes.ts'

const list = { idx: 3 }
const spare = { idx: 3, isSpare: true }
const task = { idx: 4 }
const before = { idx: 2 }

test('a step back from the spare entry closes a layer, and leads on if none is open', () => {
  expect(decideStep(spare, list, true)).toBe('close')
  expect(decideStep(spare, list, false)).toBe('back')
  expect(decideStep(list, before, false)).toBe('show')
})

test('a spare entry is passed over in both directions', () => {
  expect(decideStep(task, spare, false)).toBe('back')
  expect(decideStep(list, spare, false)).toBe('forward')
  expect(decideStep(spare, task, false)).toBe('show')
})

test('an entry with the address that a spare had before it was replaced is passed over', () => {
  expect(decideStep(list, list, false)).toBe('back')
})

test('an address that was edited by hand is shown', () => {
  expect(decideStep(spare, {}, true)).toBe('show')
  expect(decideStep({}, spare, false)).toBe('show')
})
