import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('Markdown is reduced to its words', () => {
  expect(plainText('## Why\n\n- **Old** keys leave [the keyring](https://example.com)')).toBe(
    'Why\nOld keys leave the keyring',
  )
})

test('a table is reduced to its cells', () => {
  expect(plainText('Times:\n\n| Step | Time |\n|:---|---:|\n| boot | 900 ms |')).toBe(
    'Times:\n\nStep · Time\n\nboot · 900 ms',
  )
  expect(plainText('run a | b, then --- wait')).toBe('run a | b, then --- wait')
})

test('a long text is cut before it is parsed', () => {
  expect(plainText('['.repeat(10_000)).length).toBeLessThan(1_000)
})
