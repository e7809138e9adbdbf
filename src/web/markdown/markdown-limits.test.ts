import { expect, test } from 'vitest'
import { taskLimits } from '../../contract/tasks.ts'
import { isTooComplex } from './markdown-limits.ts'

const filled = (piece: string) =>
  piece.repeat(Math.ceil(taskLimits.description / piece.length)).slice(0, taskLimits.description)

// Each of these took a second or more to parse, or exhausted the stack.
test.for([
  ['nested quotes', `${'>'.repeat(5_000)} x`],
  ['quotes with spaces', filled('> ')],
  ['nested lists', filled('- ')],
  ['nested numbered lists', filled('1. ')],
  ['quotes and lists in turn', filled('> - ')],
  ['a deep quote with lazy lines', `${'>'.repeat(1_000)} a\n${filled('b\n').slice(0, 8_900)}`],
  ['emphasis that opens and closes', '*a '.repeat(1_600) + 'a* '.repeat(1_600)],
  ['nested emphasis', '**a *a '.repeat(600) + 'a* a** '.repeat(600)],
  ['nested strike-through', '~~a '.repeat(1_200) + 'a~~ '.repeat(1_200)],
  ['emphasis of two kinds in turn', filled('_**')],
  ['comments that never end', filled('a <!--')],
  ['brackets', '['.repeat(5_000) + ']'.repeat(5_000)],
  ['nested links', '[a'.repeat(2_000) + '](b)'.repeat(1_500)],
  ['references to one footnote', `[^a]: [^a]\n\n${filled('[^a]')}`],
  ['definitions', filled('[a]: b\n')],
  ['footnotes', filled('[^a]: b\n')],
  ['short headings', filled('a\n=\n')],
  ['a wide table with many empty rows', `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${filled('|\n').slice(0, 1_900)}`],
  ['backticks', filled('`a``b```c````d')],
] as const)('%s is not formatted', ([, text]) => {
  expect(isTooComplex(text)).toBe(true)
})

test.for([
  [
    'prose',
    filled('The build fails on *Windows* since Tuesday. See [the log](https://example.com/log). ').slice(0, 8_000),
  ],
  ['a log', `\`\`\`\n${filled('at parse (src/parse.ts:12:4)\n').slice(0, 9_000)}\n\`\`\``],
  ['a checklist', '- [ ] check one thing\n'.repeat(200)],
  ['a list in a list in a quote', '> - one\n>   - two\n>     1. three\n'.repeat(50)],
  ['a table', `| a | b | c | d |\n|---|---|---|---|\n${'| one | two | three | four |\n'.repeat(200)}`],
  ['a conversation of replies', Array.from({ length: 12 }, (_, depth) => `${'>'.repeat(depth)} said\n`).join('\n')],
] as const)('%s is formatted', ([, text]) => {
  expect(isTooComplex(text)).toBe(false)
})
