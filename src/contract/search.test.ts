import { expect, test } from 'vitest'
import { queryWords, scoreOf, searchText, wordsOf } from './search.ts'

const text = searchText({ title: 'Fix login_timeout', description: 'Café: 2FA fails after 30 s.', labels: ['auth'] })
const score = (query: string) => scoreOf(text, queryWords(query))

test('words are letters and digits, in lower case and without accents', () => {
  expect(wordsOf('Über-Café: v1.2 (naïve)')).toEqual(['uber', 'cafe', 'v1', '2', 'naive'])
  expect(wordsOf('日本語 Привет')).toEqual(['日本語', 'привет'])
  expect(wordsOf('… — !')).toEqual([])
})

test('every word of the query must begin a word', () => {
  for (const found of ['fix', 'LOGIN', 'time', 'cafe', 'café', '2fa', 'auth', '#auth', 'fix auth', 'log fa']) {
    expect(score(found), found).toBeGreaterThan(0)
  }
  for (const missing of ['ogin', 'fix nothing', 'out']) expect(score(missing), missing).toBe(0)
})

test('the title counts more than the rest, a whole word more than its beginning', () => {
  const order = ['login', 'logi', 'auth', 'aut']
  const scores = order.map(score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(order.length)
})
