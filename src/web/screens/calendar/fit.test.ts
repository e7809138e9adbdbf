import { expect, test } from 'vitest'
import { brokenTitle, fitEntries } from './fit.ts'

const [short, long, part] = [
  { titlePx: 80, hasParent: false },
  { titlePx: 180, hasParent: false },
  { titlePx: 180, hasParent: true },
]

test('titles have two lines while the day has room, the first ones first', () => {
  expect(fitEntries([short, long], 106, 100)).toEqual({ shown: 2, lines: [1, 2] })
  expect(fitEntries([long, long, short], 110, 100)).toEqual({ shown: 3, lines: [2, 1, 1] })
  expect(fitEntries([part, long], 106, 100)).toEqual({ shown: 2, lines: [2, 1] })
})

test('a full day shows as many as fit above the number of the rest, and at least three', () => {
  expect(fitEntries(Array(8).fill(long), 160, 100)).toEqual({ shown: 4, lines: [2, 1, 1, 1] })
  expect(fitEntries([part, part, part, part], 60, 100)).toEqual({ shown: 3, lines: [1, 1, 1] })
  expect(fitEntries([part, part, part], 60, 100)).toEqual({ shown: 3, lines: [1, 1, 1] })
  expect(fitEntries([], 60, 100)).toEqual({ shown: 0, lines: [] })
})

test('only words behind the first one of the second line are cut in the middle', () => {
  const widthOf = (text: string) => text.length * 10
  expect(brokenTitle('Deprecate the OAuth callback when', widthOf, 140)).toEqual([
    'Deprecate the OAuth ',
    'callback when',
  ])
  expect(brokenTitle('Short', widthOf, 140)).toEqual(['Short', ''])
})
