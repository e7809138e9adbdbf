import { expect, test } from 'vitest'
import { isNewId } from '../tasks.ts'
import { delimiterOf } from './csv.ts'
import { idOfKey } from './id-of-key.ts'
import { readFormat } from './read-files.ts'
import { formatOf, type ReadOptions } from './recognise.ts'

/** The tasks without their ids, with the titles of their parents. */
function read(format: Parameters<typeof readFormat>[0], text: string, options: ReadOptions = {}) {
  const { tasks, problems, remarks } = readFormat(format, text, '', options)
  const titles = new Map(tasks.map(({ task }) => [task._id, task.title]))
  const shown = tasks.map(({ task: { _id, partOf, ...task } }) => ({
    ...task,
    ...(partOf ? { partOf: titles.get(partOf) } : {}),
  }))
  return { tasks: shown, problems, remarks: remarks.map(({ message }) => message) }
}

const todoist = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
  'meta,view_style=list,,,,,,,,',
  'task,"Renew, please: the ""account"" @admin @now",First line,,1,Ana (1),,2026-11-21,en,',
  'task,Collect the graphs,,2,2,,,,en,',
  'note,"A comment\nof two lines",,,,,,,,',
  ',,,,,,,,,',
  'section,Docs & more,,,,,,,,',
  'task,Écrire 🚀 مهمة,,4,1,,,every monday at 9:00,en,',
  'task,@waiting,,3,1,,,,en,',
  'other,What is this,,,,,,,,',
]

test('Todoist: an empty priority is the highest, labels stand in the text, notes belong to the task above, indentation makes parts', () => {
  for (const text of [todoist.join('\n'), `\uFEFF${todoist.join('\r\n')}\r\n`]) {
    expect(formatOf(text)).toBe('todoist')
    const { tasks, problems, remarks } = read('todoist', text)
    expect(tasks).toEqual([
      {
        ...{ title: 'Renew, please: the "account"', description: 'First line', labels: ['admin', 'now'] },
        ...{ priority: 'Critical', dueDate: '2026-11-21' },
      },
      {
        ...{ title: 'Collect the graphs', priority: 'High', description: 'A comment\nof two lines' },
        partOf: 'Renew, please: the "account"',
      },
      {
        ...{ title: 'Écrire 🚀 مهمة', priority: 'Low', labels: ['docs-more'] },
        reminders: ['due-0T09:00'],
        repeat: { rule: 'FREQ=WEEKLY;BYDAY=MO', from: 'due' },
      },
      { title: '@waiting', priority: 'Medium', labels: ['waiting', 'docs-more'] },
    ])
    expect(problems.map(({ message }) => message)).toEqual(['The type “other” is not known.'])
    expect(remarks).toEqual(['Dates have no time of day. It becomes a reminder.'])
  }
})

test('GitHub: closed issues are completed, labels and the milestone are labels, and the address stays', () => {
  const issues = [
    {
      ...{
        number: 7,
        title: 'Crash on start',
        body: 'Steps:\n1. open',
        state: 'OPEN',
        url: 'https://github.com/a/b/issues/7',
      },
      ...{ labels: [{ name: 'good first issue' }], createdAt: '2026-01-02T03:04:05Z', closedAt: null },
      milestone: { title: 'v2.4', dueOn: '2026-12-01T00:00:00Z' },
    },
    {
      number: 8,
      title: 'Old',
      body: null,
      state: 'CLOSED',
      labels: [],
      closedAt: '2026-02-03T00:00:00Z',
      milestone: null,
    },
  ]
  const text = JSON.stringify(issues)
  expect(formatOf(text)).toBe('github')
  expect(read('github', text).tasks).toEqual([
    {
      ...{ title: 'Crash on start', status: 'Pending', dueDate: '2026-12-01', createdAt: '2026-01-02T03:04:05.000Z' },
      ...{ description: 'Steps:\n1. open', source: 'https://github.com/a/b/issues/7' },
      labels: ['good-first-issue', 'v2-4'],
    },
    { title: 'Old', status: 'Completed', completedAt: '2026-02-03T00:00:00.000Z' },
  ])
  const renamed = readFormat('github', JSON.stringify([{ ...issues[0], title: 'Crash' }]))
  expect(renamed.tasks[0]?.task._id).toBe(readFormat('github', text).tasks[0]?.task._id)
  expect(() => readFormat('github', '[{}]')).toThrow('not a list of issues')
})

test('todo.txt: priorities, dates, projects, contexts and pairs', () => {
  const text = [
    'x (B) 2026-11-03 2026-11-01 Pay the rent +home @bank due:2026-11-05',
    '(A) 2026-11-01 Call Ana about http://example.com/a:b t:2026-11-10',
    'x 2026-11-02 Done without more pri:C',
    '',
    'xylophone lesson due:soon',
    '(a) no priority',
  ].join('\r\n')
  expect(formatOf(text)).toBe('todo-txt')
  expect(read('todo-txt', text).tasks).toEqual([
    {
      ...{
        title: 'Pay the rent',
        labels: ['home', 'bank'],
        priority: 'High',
        dueDate: '2026-11-05',
        status: 'Completed',
      },
      ...{ completedAt: '2026-11-03T00:00:00.000Z', createdAt: '2026-11-01T00:00:00.000Z' },
    },
    {
      ...{ title: 'Call Ana about http://example.com/a:b', priority: 'Critical', startDate: '2026-11-10' },
      ...{ status: 'Pending', createdAt: '2026-11-01T00:00:00.000Z' },
    },
    { title: 'Done without more', priority: 'Medium', status: 'Completed', completedAt: '2026-11-02T00:00:00.000Z' },
    { title: 'xylophone lesson', description: 'Due date: soon', status: 'Pending' },
    { title: '(a) no priority', status: 'Pending' },
  ])
})

test('Markdown: items are tasks, nested ones parts; headings, prose, code and rules are not', () => {
  const text =
    '# Plan\n\nProse.\n\n- [ ] Write the report\n  - [x] Collect the graphs\n\n---\n\n```\n- code\n```\n1. Second'
  expect(formatOf(text)).toBe('markdown')
  const { tasks, remarks } = read('markdown', text, { headings: 'none' })
  expect(tasks).toEqual([
    { title: 'Write the report', status: 'Pending' },
    { title: 'Collect the graphs', status: 'Completed', partOf: 'Write the report' },
    { title: 'Second', status: 'Pending' },
  ])
  expect(remarks).toEqual([expect.stringMatching(/^Left out, because it is no item of a list: .*heading/)])
})

test('any CSV: columns are proposed, can be chosen, and those that nothing uses are named', () => {
  const text =
    '\uFEFFKey;Summary;Status;Priority;Due date;Parent;Sprint\nA-1;Top;In Progress;Highest;2026/11/20;;7\nA-2;Below;Done;trivial;;A-1;7\n;;;;;;\n'
  expect([delimiterOf(text), formatOf(text, 'jira.csv')]).toEqual([';', 'csv'])
  const { tasks, problems, remarks } = read('csv', text)
  expect(tasks).toEqual([
    { title: 'Top', status: 'In Progress', priority: 'Critical', dueDate: '2026-11-20' },
    { title: 'Below', status: 'Completed', priority: 'Low', partOf: 'Top' },
  ])
  expect(problems).toEqual([{ line: expect.any(Number), message: 'It has no title.' }])
  expect(remarks).toEqual(['Columns that are not used: sprint.'])
  expect(read('csv', text, { columns: { title: 'sprint' } }).tasks[0]?.title).toBe('7')
  expect(() => read('csv', text, { columns: { title: 'nothing' } })).toThrow('There is no column “nothing”.')
  expect(() => read('csv', 'a,b\n1,2')).toThrow('Which column is the title? The columns: a, b.')
  const circle = read('csv', 'id,title,parent\n1,One,2\n2,Two,1\n3,Three,3')
  expect(circle.tasks.filter(({ partOf }) => partOf)).toHaveLength(1)
})

test('a text that does not fit is shortened, and all of it stays in the description', () => {
  const long = `${'x'.repeat(250)}`
  const labels = Array.from({ length: 12 }, (_, index) => `l${index}`).join(',')
  const csv = `title,labels,description,created\n${long},"${labels}",${'y'.repeat(11_000)},soon\n`
  const { tasks, remarks } = read('csv', csv)
  expect(tasks[0]?.title).toBe(`${'x'.repeat(199)}…`)
  expect(tasks[0]?.description?.startsWith(`${long}\n\nyyy`)).toBe(true)
  expect([tasks[0]?.description?.length, tasks[0]?.labels?.length]).toEqual([10_000, 10])
  expect(remarks).toHaveLength(3)
})

test('deep parts are parts of the task on the deepest level, and the same title twice is two tasks', () => {
  const rows = [1, 2, 3, 4, 5, 6, 1, 1].map((indent) => `task,Level ${indent},,,${indent}`)
  const { tasks } = readFormat('todoist', ['TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT', ...rows].join('\n'))
  expect(tasks[5]?.task.partOf).toBe(tasks[3]?.task._id)
  const ids = tasks.map(({ task }) => task._id)
  expect(new Set(ids).size).toBe(8)
  expect(ids.every(isNewId)).toBe(true)
  expect(new Set(Array.from({ length: 20_000 }, (_, index) => idOfKey(`csv ${index}`))).size).toBe(20_000)
})

const idsOf = (...given: Parameters<typeof readFormat>) => readFormat(...given).tasks.map(({ task }) => task._id)

test('files of different names have tasks of their own, and the same file has the same ones wherever it is', () => {
  const texts = {
    todoist: 'TYPE,CONTENT\ntask,Review',
    'todo-txt': '(A) Review',
    markdown: '- Review',
    csv: 'id,title\n1,Review',
    github: '[{"number":1,"title":"Review"}]',
  } as const
  for (const format of Object.keys(texts) as (keyof typeof texts)[]) {
    const ids = ['a', 'b', 'x/a', 'C:\\x\\a', ''].map((path) => idsOf(format, texts[format], path)[0])
    expect([format, new Set(ids).size, ids[2], ids[3]]).toEqual([format, 3, ids[0], ids[0]])
    expect(idsOf(format, texts[format])[0]).toBe(ids[4])
  }
  const issues = '[{"number":1,"title":"Review","url":"https://github.com/a/b/issues/1"}]'
  expect(idsOf('github', issues, 'a')).toEqual(idsOf('github', issues))
})

test('no title or id of a file is taken for the second task with another one', () => {
  expect(new Set(idsOf('markdown', '- Test\n- Test\n- Test 2\n- Test 2\n- Test 2 2')).size).toBe(5)
  expect(new Set(idsOf('csv', 'id,title\nA,x\nA,x\n"A\n2",x\nA 2,x\n')).size).toBe(4)
})

test('a text of no known format is not guessed', () => {
  for (const text of ['Just prose.', '[1, 2]', '', '<html></html>']) expect(formatOf(text)).toBeUndefined()
  expect(() => formatOf('[{"number": 1')).toThrow('JSON that is broken or cut off')
  expect(formatOf('{"_id":"x"}')).toBe('lines')
})
