import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blocksOf, isAsShown, stepsOf } from './blocks.ts'
import { pages } from './pages.ts'

test('every block with commands of the pages for operators says whether it is run', () => {
  const blocks = pages.flatMap((page) => blocksOf(page, readFileSync(page, 'utf8')))
  expect(blocks.filter(({ mark }) => mark === 'run').length).toBeGreaterThan(2)
  expect(() => blocksOf('x.md', 'Text\n\n```sh\nnpm start\n```\n')).toThrow('x.md:3: mark the block')
})

test('a block is read as commands with the output that the page shows', () => {
  const [block] = blocksOf('x.md', '<!-- check-docs: run -->\n```\n$ npm run a -- \\\n  b\nDone: 1 file.\n$ c\n```\n')
  expect(stepsOf(block?.text ?? '')).toEqual([
    { command: 'npm run a -- b', output: 'Done: 1 file.' },
    { command: 'c', output: '' },
  ])
  expect(isAsShown('Done: 1 file.', 'Hello\nDone: 17 files.\n')).toBe(true)
  expect(isAsShown('Done: 1 file.', 'Nothing done.')).toBe(false)
})
