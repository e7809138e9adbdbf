import { expect, test } from 'vitest'
import { leftOutWords, readTodoFile, type TodoItem } from './todo-file.ts'

const pathOf = ({ line, parent }: TodoItem): string => (parent ? `${pathOf(parent)} / ${line.text}` : line.text)
const read = (text: string) => {
  const { items, leftOut } = readTodoFile(text)
  return { tasks: items.map(pathOf), leftOut: leftOutWords(leftOut) }
}

const file = `# Release

Things to do before we ship.
They matter.

## Server
- [ ] Fix login
      It fails after a restart.
  - [x] Write a test
  - Mend it
    1. Look at the log
* Upgrade node

---

\`\`\`sh
- npm install
\`\`\`

> - quoted

| a | b |
|---|---|

Later
-----

1) Write docs
\t- Screenshots
+ [X] Rest

    - nested after an empty line
`

test('items of lists are tasks, nested ones parts, and everything else is left out and named', () => {
  expect(read(file)).toEqual({
    tasks: [
      'Fix login',
      'Fix login / Write a test',
      'Fix login / Mend it',
      'Fix login / Mend it / Look at the log',
      'Upgrade node',
      'Write docs',
      'Write docs / Screenshots',
      'Rest',
      'Rest / nested after an empty line',
    ],
    leftOut: '3 headings, 1 rule, 1 quoted line, 2 lines of tables, 3 lines of code, 3 lines of text',
  })
  const { items } = readTodoFile(file)
  expect(items.map(({ line }) => line.status).filter((status) => status === 'Completed')).toHaveLength(2)
  expect(items[0]?.description).toBe('It fails after a restart.')
})

test('a text without bullets has one task in each line', () => {
  expect(read('One\nTwo\n[x] Three\n')).toEqual({ tasks: ['One', 'Two', 'Three'], leftOut: '' })
  expect(read('One\n\nTwo tomorrow\n')).toEqual({ tasks: ['One', 'Two tomorrow'], leftOut: '' })
  expect(read('[ ] One\n[x] Two\n')).toEqual({ tasks: ['One', 'Two'], leftOut: '' })
})

test('a line of dashes below a line of text is a heading, and elsewhere a rule', () => {
  expect(read('Title\n---\n- one\n\n***\n- - -\n').leftOut).toBe('1 heading, 2 rules, 1 line of text')
})

test('items below the fifth level are parts of the fourth one', () => {
  const deep = Array.from({ length: 7 }, (_, level) => `${'  '.repeat(level)}- ${level}`).join('\n')
  expect(read(deep).tasks.map((path) => path.split(' / ').length)).toEqual([1, 2, 3, 4, 5, 5, 5])
})

test('code that is never closed, and Windows line endings, are read to the end', () => {
  expect(read('- one\r\n  - two\r\n```\r\n- code\r\n')).toEqual({
    tasks: ['one', 'one / two'],
    leftOut: '2 lines of code',
  })
  expect(read('- one\n```\n~~~\n- code\n````\n- two')).toMatchObject({ tasks: ['one', 'two'] })
})

test('comments, the fields of a file, empty items and a mark of Unicode at the beginning are no tasks', () => {
  expect(
    read('\uFEFF---\ntags:\n  - home\n---\n# Plan\n<!-- - not this -->\n<!--\n- nor this\n-->\n- [ ]\n- one\n'),
  ).toEqual({
    tasks: ['one'],
    leftOut: '1 heading, 4 lines of comments, 5 lines of text',
  })
  expect(read('- one\n```inline``` code\n- two\n')).toEqual({ tasks: ['one', 'two'], leftOut: '1 line of text' })
  expect(read('- one\r- two\r')).toEqual({ tasks: ['one', 'two'], leftOut: '' })
})

test('a text without lists has its headings, rules and code left out, and may be nothing else', () => {
  expect(read('# Today\nBuy milk\n\nLater\n=====\n---\nCall Bo\n```\nnpm test\n```\n')).toEqual({
    tasks: ['Buy milk', 'Call Bo'],
    leftOut: '2 headings, 1 rule, 3 lines of code',
  })
  expect(read('# Title\n## Two\n')).toEqual({ tasks: [], leftOut: '2 headings' })
})

test('an indented paragraph after an empty line belongs to its item', () => {
  const { items, leftOut } = readTodoFile('- one\n\n  Why it matters,\n  in short.\n\n- two\n')
  expect([items[0]?.description, leftOut]).toEqual(['Why it matters,\nin short.', {}])
})
