import { expect, test } from 'vitest'
import type { Task } from '../../contract/schemas/tasks.ts'
import { initialValues } from '../../contract/task-fields.ts'
import { isCondition } from '../../contract/task-lists/condition-text.ts'
import { noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys } from '../../contract/task-lists/filter-keys.ts'
import { suggestConditions } from './suggest-conditions.ts'

const task = (number: number, values: object): Task => ({
  ...{ _id: String(number), number, title: `Task ${number}`, version: 1, createdAt: '', updatedAt: '' },
  ...{ completedAt: null, position: number, fileCount: 0 },
  ...initialValues,
  ...values,
})
const all = [
  task(1, { labels: ['auth'], priority: 'High', title: 'Release 2.4' }),
  task(2, { labels: ['auth', 'api'], dueDate: '2026-11-17T00:00:00.000Z', partOf: '1' }),
  task(3, { labels: ['api', 'overseas'], status: 'Completed' }),
  task(4, { labels: ['api'] }),
]
const view = { id: 'v', name: 'On call', address: '/list?label=ops', pinned: false }

const suggest = (word: string, filter = noFilter) =>
  suggestConditions({
    ...{ word, filter, all, shown: all, calendar: { today: '2026-11-17', weekStart: 'monday' }, dateStyle: 'iso' },
    recent: ['webhook -docs', 'is:open login'],
    views: [view],
    dayIn: (text) => (text === 'fri' ? '2026-11-20' : undefined),
  })
const texts = (word: string) => suggest(word).sections.flatMap(({ options }) => options.map(({ text }) => text))

test('an empty field offers every key, recent searches and saved views', () => {
  const { sections } = suggest('')
  expect(sections.map(({ name }) => name)).toEqual(['Conditions', 'Recent', 'Views'])
  const offered = sections[0]?.options.map(({ text }) => text) ?? []
  expect(offered).toEqual(
    expect.arrayContaining(['is:', 'priority:', 'due:', 'label:', 'estimate:', 'part:', 'has:', '-']),
  )
  expect(sections[1]?.options.map(({ text }) => text)).toEqual(['webhook -docs', 'is:open login'])
  expect(sections[2]?.options.map(({ meaning }) => meaning)).toEqual(['On call'])
})

test('values after a key fit what is typed, count the shown tasks, and are conditions that the search understands', () => {
  expect(suggest('due:to').sections[0]?.options).toEqual([
    { kind: 'condition', text: 'due:today', meaning: 'Today', count: 1 },
  ])
  expect(suggest('-priority:').sections[0]?.options[1]).toMatchObject({ text: '-priority:high', count: 3 })
  expect(texts('label:')).toEqual(['label:api', 'label:auth', 'label:overseas'])
  expect(texts('label:api,au')).toEqual(['label:api,auth'])
  expect(texts('due:fri')).toEqual(['due:2026-11-20'])
  expect(texts('part:rel')).toEqual(['part:#1'])
  expect(texts('has:f')).toEqual(['has:files'])
  expect(texts('is:')).toEqual(expect.arrayContaining(['is:open', 'is:pending', 'is:completed', 'is:blocked']))
  expect(texts('is:done')).toEqual(['is:done'])
  for (const key of [...allKeys, 'is', 'has', 'no'])
    for (const text of texts(`${key}:`)) expect([text, isCondition(text)]).toEqual([text, true])
})

test('a word offers what it may mean, with the conditions first', () => {
  expect(texts('high')).toEqual(['priority:high'])
  expect(texts('over')).toEqual(['due:overdue', 'label:overseas'])
  expect(texts('lab')).toContain('label:')
  expect(texts('-high')).toEqual(['-priority:high'])
  expect(texts('webh')).toEqual(['webhook -docs'])
  expect(texts('call')).toEqual(['/list?label=ops'])
  for (const word of ['h', '#2', '2', 'xyzzy']) expect(suggest(word)).toEqual({ sections: [] })
})

test('a second value of a key that has one has no count, and a condition that is not understood says why', () => {
  expect(suggest('priority:lo', { ...noFilter, priority: ['High'] }).sections[0]?.options).toEqual([
    { kind: 'condition', text: 'priority:low', meaning: 'Low' },
  ])
  expect(suggest('due:fridya')).toMatchObject({ sections: [], problem: expect.stringMatching(/not understood.+Use/) })
  expect(suggest('created:').problem).toMatch(/^Use a day such as/)
  expect(suggest('lable:x').problem).toMatch(/Did you mean “label:”/)
})
