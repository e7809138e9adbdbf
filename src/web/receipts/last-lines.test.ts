import { expect, test } from 'vitest'
import { lastLines } from './last-lines.ts'

test('the last lines of an output are text, without colours and without states that were written over', () => {
  const output = 'one\r\n\u001b[32mtwo\u001b[39m\u001b]0;title\u0007\n10 %\r50 %\r100 %\nfour\n\n'
  expect(lastLines(output, 3)).toBe('two\n100 %\nfour')
  expect(lastLines(output, 40)).toBe('one\ntwo\n100 %\nfour')
  expect(lastLines('', 40)).toBe('')
})
