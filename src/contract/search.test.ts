import { expect, test } from 'vitest'
import { maxSearchText, queryWords, scoreOf, searchText, wordsOf } from './search.ts'

const text = searchText({ title: 'Fix login_timeout', description: 'Café: 2FA fails after 30 s.', labels: ['auth'] })
const score = (query: string) => scoreOf(text, queryWords(query))

test('words consist of letters and digits, in lower case and without accents', () => {
  expect(wordsOf('Über-Café: v1.2 (naïve)')).toEqual(['uber', 'cafe', 'v1', '2', 'naive'])
  expect(wordsOf('日本語 Привет')).toEqual(['日本語', 'привет'])
  expect(wordsOf('… — !')).toEqual([])
})

test('every word of the query must be the beginning of a word', () => {
  for (const found of ['fix', 'LOGIN', 'time', 'cafe', 'café', '2fa', 'auth', '#auth', 'fix auth', 'log fa']) {
    expect(score(found), found).toBeGreaterThan(0)
  }
  for (const missing of ['ogin', 'fix nothing', 'out']) expect(score(missing), missing).toBe(0)
})

test('a match in the title scores higher than elsewhere, and a whole word higher than its beginning', () => {
  const order = ['login', 'logi', 'auth', 'aut']
  const scores = order.map(score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(order.length)
})

test('a search text contains each word once and has a limited length, however many letters one character expands to', () => {
  expect(searchText({ title: 'a b a', description: 'c a c', labels: ['d'] })).toBe(' a b\n d c a')
  const letters = Array.from({ length: 5_000 }, (_, index) => `ﷺ${index}`)
  const title = letters.join('')
  const text = searchText({ title, description: title, labels: ['last'] })
  expect(text.length).toBeLessThanOrEqual(maxSearchText)
  expect(text.split('\n')).toHaveLength(2)
  expect(scoreOf(text, queryWords('last'))).toBeGreaterThan(0)
})
