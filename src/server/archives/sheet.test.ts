import { expect, test } from 'vitest'
import { cell } from './sheet.ts'

test('no text is a formula, wherever a program divides cells', () => {
  const texts = [
    ...['=A1', '+1', '-1', '@x', 'a;=HYPERLINK("http://x")', 'a\t=A1', 'a|+1', 'a\n- one\n=A1', 'a; "@x'],
    ...[';=a;=b', '\t=A1', ' =A1', '\u00a0+1', '＝A1', 'a;\u3000－1', 'a\n＠x'],
  ]
  for (const text of texts)
    for (const separator of [/;/, /\t/, /\|/, /[\r\n]+/])
      for (const part of cell(text).split(separator))
        expect([text, part]).toEqual([text, expect.not.stringMatching(/^["\s]*[=+\-@＝＋－＠]/)])
  expect(cell('a;=HYPERLINK("x")')).toBe(`"a;'=HYPERLINK(""x"")"`)
})

test('other texts stay as they are, in quotes if a program could divide them', () => {
  expect(['a-b = c', 'a; b', 'a\tb', 'a, b', 'a "b"', -3, undefined].map(cell)).toEqual([
    ...['a-b = c', '"a; b"', '"a\tb"', '"a, b"', '"a ""b"""', '-3', ''],
  ])
})
