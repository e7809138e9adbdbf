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
  task(4, { labels: ['api'], claim: { until: '2999-01-01T00:00:00.000Z', by: 'agent:Release Bot' } }),
]
const view = { kind: 'view' as const, text: '/list?label=ops', meaning: 'On call', count: 6 }

const suggest = (word: string, filter = noFilter) =>
  suggestConditions({
    ...{ word, filter, all, shown: all, calendar: { today: '2026-11-17', weekStart: 'monday' }, dateStyle: 'iso' },
    recent: ['webhook -docs', 'is:open login'],
    views: [view],
    dayIn: (text) => (text === 'fri' ? '2026-11-20' : undefined),
  })
/** The suggestions that fit the word. */
const texts = (word: string) => {
  const { sections, fitting } = suggest(word)
  return sections.flatMap(({ options }) => options.map(({ text }) => text)).slice(0, fitting)
}

test('an empty field offers every key, recent searches and saved views', () => {
  const { sections } = suggest('')
  expect(sections.map(({ name }) => name)).toEqual(['Conditions', 'Recent', 'Views'])
  const offered = sections[0]?.options.map(({ text }) => text) ?? []
  expect(offered).toEqual(
    expect.arrayContaining(['is:open', 'priority:', 'due:', 'label:', 'estimate:', 'part-of:', 'has:file', '-']),
  )
  expect(sections[1]?.options.map(({ text }) => text)).toEqual(['webhook -docs', 'is:open login'])
  expect(sections[2]?.options.map(({ meaning }) => meaning)).toEqual(['On call'])
})

test('values after a key fit what is typed, count the shown tasks, and are conditions that the search understands', () => {
  expect(suggest('due:to').sections[0]?.options).toEqual([
    { kind: 'condition', text: 'due:today', meaning: 'on 2026-11-17', count: 1 },
  ])
  expect(suggest('-priority:').sections[0]?.options[1]).toMatchObject({ text: '-priority:high', count: 3 })
  expect(texts('label:')).toEqual(['label:api', 'label:auth', 'label:overseas'])
  expect(texts('label:api,au')).toEqual(['label:api,auth'])
  expect(texts('due:fri')).toEqual(['due:2026-11-20'])
  expect(texts('part:rel')).toEqual(['part:#1'])
  expect(texts('has:f')).toEqual(['has:files'])
  expect(texts('is:')).toEqual(expect.arrayContaining(['is:open', 'is:pending', 'is:completed', 'is:blocked']))
  expect(texts('is:done')).toEqual(['is:done'])
  expect(texts('claimed:')).toContain('claimed:release-bot')
  expect(suggest('claimed:rel').sections[0]?.options).toEqual([
    { kind: 'condition', text: 'claimed:release-bot', meaning: 'Held by release-bot', count: 1 },
  ])
  for (const key of [...allKeys, 'is', 'has', 'no'])
    for (const text of texts(`${key}:`)) expect([text, isCondition(text)]).toEqual([text, true])
})

test('a word offers what it may mean, with the conditions first', () => {
  expect(texts('high')).toEqual(['priority:high'])
  expect(texts('over')).toEqual(['due:overdue', 'label:overseas'])
  expect(texts('lab')).toContain('label:')
  expect(texts('-high')).toEqual(['-priority:high'])
  for (const word of ['webh', 'call']) expect(suggest(word)).toMatchObject({ fitting: 0, hasFitting: true })
  for (const word of ['h', '#2', '2', 'xyzzy']) expect(suggest(word)).toMatchObject({ fitting: 0, hasFitting: false })
})

test('a second value of a key that has one has no count, and a condition that is not understood says why', () => {
  expect(suggest('priority:lo', { ...noFilter, priority: ['High'] }).sections[0]?.options).toEqual([
    { kind: 'condition', text: 'priority:low', meaning: 'Low' },
  ])
  expect(suggest('due:fridya')).toMatchObject({
    fitting: 0,
    problem: expect.stringMatching(/^No day is called “fridya”/),
  })
  expect(suggest('created:').problem).toMatch(/^Use a day such as/)
  expect(suggest('lable:x').problem).toMatch(/Did you mean “label:”/)
})

test('other conditions, recent searches and views follow what fits, and those that fit a word come first', () => {
  const { sections } = suggest('due:')
  expect(sections.map(({ name }) => name)).toEqual(['Due', 'Other conditions', 'Recent', 'Views'])
  expect(sections[1]?.options.map(({ text }) => text)).toEqual(['is:open', 'label:', 'claimed:', '-'])
  expect(suggest('label:').sections[1]?.options.map(({ text }) => text)).toEqual(['is:open', 'claimed:', '-', 'due:'])
  expect(suggest('login').sections.find(({ name }) => name === 'Recent')?.options[0]?.text).toBe('is:open login')
})
