import { expect, test } from 'vitest'
import { sourceOffset } from './clicked-offset.ts'

const source = 'See **the log** of #12.\n\n- [ ] the log\n- [ ] the end'
const shown = ['See ', 'the log', ' of ', '#12 Fix login', '.', '\n', 'the log', 'the end']

test('a click leads to the same word of the Markdown, also if the word is there twice', () => {
  expect(source.slice(sourceOffset(source, shown, 1, 4))).toMatch(/^log\*\* of/)
  expect(source.slice(sourceOffset(source, shown, 6, 4))).toMatch(/^log\n- \[ \] the end$/)
  expect(source.slice(sourceOffset(source, shown, 7, 7))).toBe('')
})

test('words that are not in the Markdown have no place, and mislead none after them', () => {
  expect(sourceOffset(source, shown, 3, 2)).toBeUndefined()
  expect(sourceOffset(source, shown, 5, 0)).toBeUndefined()
  expect(source.slice(sourceOffset(source, shown, 4, 1))).toBe('\n\n- [ ] the log\n- [ ] the end')
})
