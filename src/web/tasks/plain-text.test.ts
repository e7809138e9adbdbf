import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['## Why\n\n- **Old** keys leave [the keyring](https://example.com)', 'Why\nOld keys leave the keyring'],
  ['Title\n=====\n\nPart\n---\nText', 'Title\nPart\nText'],
  ['# Closed heading ##', 'Closed heading'],
  ['- [ ] open\n- [x] done\n  1. [X] nested', 'open\ndone\nnested'],
  ['1. first\n2) second', 'first\nsecond'],
  ['> quoted\n> > twice\n> - in a list', 'quoted\ntwice\nin a list'],
  ['***very* important** and _slanted_ and __bold__', 'very important and slanted and bold'],
  ['~~gone~~ and `const a = *p` here', 'gone and const a = *p here'],
  ['```ts\nconst **a** = 1\n```\nafter', 'const **a** = 1\nafter'],
  ['~~~\n# not a heading\n~~~', '# not a heading'],
  ['![A chart](/files/1 "title") below', 'A chart below'],
  ['[![badge](a.png)](https://example.com) text', 'badge text'],
  ['[by reference][ref] and [shortcut][]\n\n[ref]: https://example.com', 'by reference and shortcut'],
  ['<https://example.com/a_b_c> and <ana@example.com>', 'https://example.com/a_b_c and ana@example.com'],
  ['A <b>bold</b> word<br>and <!-- hidden --> more', 'A bold word and more'],
  ['one\n\n---\n\ntwo\n***\nthree', 'one\ntwo\nthree'],
  ['\\*not emphasis\\* and 2 \\> 1', '*not emphasis* and 2 > 1'],
  ['Tom &amp; Ana &lt;3', 'Tom & Ana <3'],
  ['a footnote[^1]\n\n[^1]: the note', 'a footnote\nthe note'],
])('%j becomes %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

test('a table is reduced to its cells', () => {
  expect(plainText('Times:\n\n| Step | Time |\n|:---|---:|\n| **boot** | 900 ms |')).toBe(
    'Times:\nStep · Time\nboot · 900 ms',
  )
  expect(plainText('Step | Time\n--- | ---\nboot | 900 ms')).toBe('Step · Time\nboot · 900 ms')
})

test('text without markup stays as it is', () => {
  for (const text of ['run a | b, then --- wait', 'snake_case_name and 2 * 3 * 4', 'a < b and b > c', 'f(x)[0] is [1]'])
    expect(plainText(text)).toBe(text)
})

test('a long text is cut before it is parsed', () => {
  expect(plainText('['.repeat(10_000)).length).toBeLessThan(1_000)
})
