import { expect, test } from 'vitest'
import { countItems } from './checklist.ts'
import { tickedItem, toggleItem } from './checklist-ticks.ts'

test('an item is ticked and cleared in place, whatever its marker', () => {
  expect(toggleItem('- [ ] one\n- [x] two', 0)).toBe('- [x] one\n- [x] two')
  expect(toggleItem('- [ ] one\n- [x] two', 10)).toBe('- [ ] one\n- [ ] two')
  expect(toggleItem('12)  [X] one', 0)).toBe('12)  [ ] one')
  expect(toggleItem('> * [ ] quoted', 2)).toBe('> * [x] quoted')
})

test('text that is not a checklist item is left alone', () => {
  expect(toggleItem('- one [ ]', 0)).toBeUndefined()
  expect(toggleItem('- [ ] one', 2)).toBeUndefined()
  expect(toggleItem('', 0)).toBeUndefined()
})

test('the items of all lists are counted, but not those in code', () => {
  expect(countItems('- [ ] a\n  - [x] b\n> 1. [X] c\n\n* [ ] d')).toEqual({ done: 2, all: 4 })
  expect(countItems('```\n- [ ] code\n```\n- [x] a')).toEqual({ done: 1, all: 1 })
  expect(countItems('````\n- [ ] code\n```\n- [ ] code\n````\n~~~\n- [ ] code')).toBeUndefined()
  expect(countItems('- [ ]\n- [] b\n[ ] c\n- [y] d\n- a [ ] e')).toBeUndefined()
  expect(countItems('')).toBeUndefined()
})

test('a tick is recognised if nothing else was changed', () => {
  expect(tickedItem('a\n- [ ] Rotate **keys** of [the_app](x)', 'a\n- [x] Rotate **keys** of [the_app](x)')).toEqual({
    text: 'Rotate keys of the_app',
    isDone: true,
  })
  expect(tickedItem('- [x] b', '- [ ] b')).toEqual({ text: 'b', isDone: false })
  expect(tickedItem('- [ ] a\n- [ ] b', '- [x] a\n- [x] b')).toBeUndefined()
  expect(tickedItem('- [ ] a', '- [x] b')).toBeUndefined()
  expect(tickedItem('- [ ] a', '- [x] a\nmore')).toBeUndefined()
  expect(tickedItem('same', 'same')).toBeUndefined()
})
