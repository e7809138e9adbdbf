import { expect, test } from 'vitest'
import { linesOf, newLine, withPlain } from './lines.ts'
import { parseLine } from './parse.ts'
import { readTodoFile } from './todo-file.ts'

const reading = { dateStyle: 'month-first', now: new Date(2026, 10, 15, 12) } as const
const read = (text: string, ...plain: string[]) => parseLine(plain.reduce(withPlain, newLine(text)), reading)
const criteriaIn = (text: string) =>
  read(text).task.doneWhen?.map(({ text: sentence, command }) => [sentence, ...(command ? [command] : [])])

test('the end of a line has criteria, with the commands that show them', () => {
  const { task, pieces } = read(
    'Fix the limiter friday !high done when: tests pass :: npm test -- limiter; #9 says so tomorrow',
  )
  expect(task).toMatchObject({ title: 'Fix the limiter', dueDate: '2026-11-20', priority: 'High', labels: [] })
  expect(task.doneWhen).toEqual([
    { id: expect.any(String), text: 'tests pass', command: 'npm test -- limiter', isMet: false },
    { id: expect.any(String), text: '#9 says so tomorrow', isMet: false },
  ])
  expect(pieces.at(-1)).toMatchObject({ kind: 'criteria', start: 29, end: 94 })
  expect(criteriaIn('Ship it Done  When: it runs;')).toEqual([['it runs']])
})

test('words that are no criteria stay in the title', () => {
  const kept = ['Say done when it works', 'Ship done when:', 'Read "done when: a"']
  for (const line of kept) expect(read(line).task).toMatchObject({ title: line, status: 'Pending' })
  expect(kept.flatMap((line) => criteriaIn(line) ?? [])).toEqual([])
  expect(criteriaIn(`Ship done when: ${'x'.repeat(201)}`)).toBeUndefined()
  expect(criteriaIn(`Ship done when: ${'a; '.repeat(21)}`)).toBeUndefined()
  const { task } = read('Ship done when: it runs fast', 'done when: it runs')
  expect([task.title, task.doneWhen]).toEqual(['Ship done when: it runs fast', undefined])
})

test('lines below a task in a pasted list or a file are its criteria', () => {
  const lines = linesOf('- Ship\n  done when: it runs :: ./run\n  - done when: docs say so\n- Rest')
  expect(lines.map(({ text }) => text)).toEqual(['Ship done when: it runs :: ./run; docs say so', 'Rest'])
  expect(linesOf('done when: a').map(({ text }) => text)).toEqual(['done when: a'])
  const { items, leftOut } = readTodoFile('# Plan\n- Ship\n  - done when: it runs\n  - Test\n    done when: green\n')
  expect(items.map(({ line, description }) => [line.text, description])).toEqual([
    ['Ship done when: it runs', ''],
    ['Test done when: green', ''],
  ])
  expect(leftOut).toEqual({ heading: 1 })
})
