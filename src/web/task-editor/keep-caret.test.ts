import { expect, test } from 'vitest'
import { movedOffset } from './keep-caret.ts'

test('the cursor stays at its words when other lines of the text are replaced', () => {
  const before = 'one\ntwo\nthree'
  // | is the cursor.
  for (const [at, after, expected] of [
    [2, 'one\nTWO\nthree', 'on|e\nTWO\nthree'],
    [10, 'ONE and more\ntwo\nthree', 'ONE and more\ntwo\nth|ree'],
    [13, 'two\nthree', 'two\nthree|'],
    [6, 'one\nthree', 'one\nt|hree'],
    [0, '', '|'],
  ] as const) {
    const moved = movedOffset(before, after, at)
    expect(`${after.slice(0, moved)}|${after.slice(moved)}`).toBe(expected)
  }
})
