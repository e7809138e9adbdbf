import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { base32, codeAt, fromBase32, stepAt, stepOf, uriOf } from './one-time-codes.ts'

/** RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')

test.for([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const)('the code of RFC 6238 at second %i is %s', ([second, code]) => {
  expect(codeAt(secret, stepAt(second * 1_000), 8)).toBe(code)
  expect(codeAt(secret, stepAt(second * 1_000))).toBe(code.slice(2))
})

test('a code is accepted one step early and one step late, and no more', () => {
  const at = 1_111_111_111_000
  const steps = [-2, -1, 0, 1, 2].map((step) => stepOf(secret, codeAt(secret, stepAt(at) + step), at))
  expect(steps).toEqual([undefined, stepAt(at) - 1, stepAt(at), stepAt(at) + 1, undefined])
  for (const wrong of ['', '5047', '0050471', '05047１']) expect(stepOf(secret, wrong, at)).toBeUndefined()
})

test('base32 has the vectors of RFC 4648, and reads what it has written', () => {
  const vectors: [string, string][] = [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ]
  for (const [bytes, text] of vectors) expect(base32(Buffer.from(bytes))).toBe(text)
  for (let length = 0; length < 40; length++) {
    const bytes = randomBytes(length)
    expect(fromBase32(base32(bytes))).toEqual(bytes)
  }
})

test('the address for the app names this server and the account', () => {
  expect(uriOf('MZXW6YQ', 'a&b@example.com', 'tasks.example:3000')).toBe(
    'otpauth://totp/Taskdeck%20(tasks.example%3A3000):a%26b%40example.com?secret=MZXW6YQ&issuer=Taskdeck%20(tasks.example%3A3000)&algorithm=SHA1&digits=6&period=30',
  )
})
