import { expect, test } from 'vitest'
import { queryWords, searchText } from './search.ts'
import { typosIn } from './typos.ts'

function corrected(query: string, ...titles: string[]): string {
  const typos = typosIn(queryWords(query))
  for (const title of titles) typos.read(searchText({ title }))
  return typos.corrected().join(' ')
}

test('one letter too many, too few or exchanged, and two that are swapped, are put right', () => {
  const titles = ['Fix the flaky checkout test', 'Rotate keys']
  for (const [typed, meant] of [
    ['flakey', 'flaky'],
    ['falky', 'flaky'],
    ['flakt', 'flaky'],
    ['xheckout', 'checkout'],
    ['chekout', 'checkout'],
    ['checkoutt', 'checkout'],
    // A word that is not complete yet.
    ['chevko', 'checko'],
    ['rotste keys', 'rotate keys'],
  ] as const)
    expect(corrected(typed, ...titles), typed).toBe(meant)
})

test('short words, numbers, known words and words with two typos stay as they are', () => {
  const titles = ['Flaky test of error404', 'Bread and beard', 'Broad road']
  for (const typed of ['flak', 'tset', 'error405', 'bread', 'beard', 'flokay', 'zzzzz', 'beart rexx'])
    expect(
      corrected(typed, ...titles)
        .split(' ')
        .at(-1),
      typed,
    ).toBe(typed.split(' ').at(-1))
})

test('the more frequent word is meant, and a whole word before the beginning of another', () => {
  expect(corrected('deploi', 'deploy it', 'deploy that', 'deplow')).toBe('deploy')
  expect(corrected('deploi', 'deployment', 'deployments', 'deploy')).toBe('deploy')
})
