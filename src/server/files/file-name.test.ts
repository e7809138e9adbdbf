import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../test/cases.ts'
import { cleanName, contentDisposition } from './file-name.ts'

test.for([
  ['notes.txt', 'notes.txt'],
  ['two words (1).tar.gz', 'two words (1).tar.gz'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/etc/', 'file'],
  ['C:\\Users\\ana\\report.pdf', 'report.pdf'],
  ['a\0b.txt', 'ab.txt'],
  ['a\r\nset-cookie: x=1.txt', 'aset-cookie: x=1.txt'],
  ['invoice\u202etxt.exe', 'invoicetxt.exe'],
  ['\u2066hidden\u2069.txt', 'hidden.txt'],
  ['zero\u200bwidth.txt', 'zerowidth.txt'],
  ['half \ud83d.txt', 'half .txt'],
  ['private \ue000.txt', 'private .txt'],
  ['tab\tand\x7fdelete', 'tabanddelete'],
  ['"quoted".txt', '"quoted".txt'],
  ['%22quoted%22 by a browser, 100%25.txt', '"quoted" by a browser, 100%25.txt'],
  ['  padded.txt  ', 'padded.txt'],
  ['e\u0301.txt', '\u00e9.txt'],
  ['漢字🙂.pdf', '漢字🙂.pdf'],
  ['.hidden', '.hidden'],
  ['.', 'file'],
  ['..', 'file'],
  ['.....', 'file'],
  ['', 'file'],
  [' ', 'file'],
  ['\u202e', 'file'],
] as const)('%j is stored as %j', ([given, kept]) => {
  expect(cleanName(given)).toBe(kept)
})

test('a long name is cut before its extension, and never inside a character', () => {
  expect(cleanName(`${'a'.repeat(200)}`)).toBe('a'.repeat(200))
  expect(cleanName(`${'a'.repeat(300)}.txt`)).toBe(`${'a'.repeat(196)}.txt`)
  expect(cleanName(`${'🙂'.repeat(300)}.txt`)).toBe(`${'🙂'.repeat(196)}.txt`)
  expect(cleanName(`a${'🙂'.repeat(300)}`)).toBe(`a${'🙂'.repeat(199)}`)
  expect(cleanName(`${'a'.repeat(300)}.${'b'.repeat(30)}`)).toBe('a'.repeat(200))
})

test.for([
  ['notes.txt', 'notes.txt', 'notes.txt'],
  ['a "b" \\ c.txt', 'a _b_ _ c.txt', 'a%20%22b%22%20%5C%20c.txt'],
  ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
  ['50%.txt', '50%.txt', '50%25.txt'],
  ['naïve.txt', 'na_ve.txt', 'na%C3%AFve.txt'],
  ['漢.txt', '_.txt', '%E6%BC%A2.txt'],
  ['🙂.txt', '__.txt', '%F0%9F%99%82.txt'],
  ['a; filename=evil.exe', 'a; filename=evil.exe', 'a%3B%20filename%3Devil.exe'],
] as const)('%s is sent as "%s" and as %s', ([name, plain, encoded]) => {
  expect(contentDisposition(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
})

/** Arbitrary 16-bit units, including lone surrogates and control characters. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 500 })
  .map((units) => String.fromCharCode(...units))

test('any file name is stored safely and sent in a safe header', () => {
  fc.assert(
    fc.property(anyText, (given) => {
      const name = cleanName(given)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}/\\]/u)
      expect(name.isWellFormed()).toBe(true)
      expect([...name].length).toBeGreaterThan(0)
      expect([...name].length).toBeLessThanOrEqual(200)
      const header = contentDisposition(name)
      validateHeaderValue('content-disposition', header)
      const [, encoded = ''] = /^attachment; filename="[^"\\]*"; filename\*=UTF-8''([\w!~.%-]+)$/.exec(header) ?? []
      expect(decodeURIComponent(encoded)).toBe(name)
    }),
    { numRuns: cases(500, 20_000) },
  )
})
