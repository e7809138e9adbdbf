import { expect, test } from 'vitest'
import { charactersBeyond, type Recorded, ranCode, together } from '../e2e/coverage.ts'

const recorded = (...files: Recorded['files']): Recorded => ({
  title: 'a test',
  tags: [],
  place: 'a:1',
  milliseconds: 1,
  files,
})

test('code counts as run if the innermost range around it ran', () => {
  const outer = { path: '/a.js', parts: [[0, 100, 1] as [number, number, number]] }
  const [whole, most, little, none] = ranCode([
    recorded(outer),
    recorded({
      path: '/a.js',
      parts: [
        [20, 60, 0],
        [0, 100, 3],
        [30, 40, 2],
      ],
    }),
    recorded({
      path: '/a.js',
      parts: [
        [0, 100, 0],
        [0, 7, 1],
      ],
    }),
    recorded(),
  ]).map((code) => charactersBeyond(code))
  expect([whole, most, little, none]).toEqual([100, 70, 7, 0])
})

test('files are kept apart, and tests are compared by what they run beyond others', () => {
  const [first, second] = ranCode([
    recorded({ path: '/a.js', parts: [[0, 33, 1]] }, { path: '/b.js', parts: [[0, 10, 1]] }),
    recorded(
      {
        path: '/b.js',
        parts: [
          [0, 10, 0],
          [5, 10, 1],
        ],
      },
      { path: '/c.js', parts: [[0, 40, 1]] },
    ),
  ]) as [Uint32Array, Uint32Array]
  expect(charactersBeyond(second, first)).toBe(40)
  expect(charactersBeyond(first, second)).toBe(38)
  expect(charactersBeyond(together([first, second]))).toBe(83)
})
