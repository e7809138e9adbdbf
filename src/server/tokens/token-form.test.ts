import { expect, test } from 'vitest'
import { hashOf, newToken, problemOf } from './token-form.ts'

test('a token has a prefix, 256 random bits and a checksum, all of letters and digits', () => {
  const tokens = Array.from({ length: 200 }, newToken)
  for (const token of tokens) {
    expect(token).toMatch(/^tdk_[0-9A-Za-z]{49}$/)
    expect(problemOf(token)).toBeUndefined()
  }
  expect(new Set(tokens).size).toBe(200)
  expect(new Set(tokens.map(hashOf)).size).toBe(200)
})

test('the checksum is CRC-32 in base 62, so that other programs can check it', () => {
  expect(problemOf(`tdk_${'0'.repeat(43)}34XzlO`)).toBeUndefined()
})

test('one wrong, missing, additional or swapped character is found, at every place', () => {
  const token = newToken()
  for (let place = 0; place < token.length; place++) {
    const [before, here, after] = [token.slice(0, place), token.charAt(place), token.slice(place + 1)]
    const wrong = here === 'x' ? 'y' : 'x'
    const swapped = before + after.charAt(0) + here + after.slice(1)
    for (const text of [before + wrong + after, before + after, before + wrong + here + after, swapped]) {
      if (text !== token) expect([text, problemOf(text)]).toEqual([text, place < 4 ? expect.anything() : 'mistyped'])
    }
  }
})

test('a text without the prefix is no token', () => {
  for (const text of ['', 'abc', 'TDK_x', 'eyJhbGciOi.eyJzdWIi.c2ln']) expect(problemOf(text)).toBe('not a token')
})
