import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

test('keywords and strings are marked, and code is never HTML', () => {
  expect(renderToStaticMarkup(highlight("const a = '<b>'", 'ts'))).toBe(
    '<span class="hljs-keyword">const</span> a = <span class="hljs-string">&#x27;&lt;b&gt;&#x27;</span>',
  )
})

test('an unknown language is not highlighted', () => {
  expect(highlight('nuqneH', 'klingon')).toBeUndefined()
})

test('code that would exhaust the stack or the time of the page is not highlighted', () => {
  expect(highlight('"$('.repeat(160), 'bash')).toBeUndefined()
  expect(highlight('-'.repeat(501), 'ini')).toBeUndefined()
  expect(highlight('-'.repeat(500), 'ini')).toBeDefined()
  expect(highlight('word\n'.repeat(1_001), 'cpp')).toBeUndefined()
})
