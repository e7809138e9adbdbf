import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from '../schemas/tasks.ts'
import { initialValues } from '../task-fields.ts'
import { problemWith } from './condition-problem.ts'
import { conditionsOf, filterInText, isCondition, textOfFilter, withCondition } from './condition-text.ts'
import { type Filter, filterTasks, noFilter } from './filter.ts'
import { allKeys, type FilterKey, filterKeys } from './filter-keys.ts'
import { readView, writeView } from './view-address.ts'

const calendar = { today: '2026-11-17', weekStart: 'monday' as const }
const defaults = { preferences: { sort: 'desc', filter: '' }, grouping: 'none' } as const

/** Values of a key that no menu offers. */
const others: Partial<Record<FilterKey, string[]>> = {
  label: ['auth', 'ops', 'größe', 'a_b-c'],
  due: ['2026-11-20', '2026-11-01..2026-11-30', '..2026-12-24', 'any'],
  start: ['2026-11-20..', 'any', 'none'],
  repeat: ['any', 'none'],
  claimed: ['codex', 'release-bot'],
  estimate: ['3', '2..4', '9..', 'any'],
  part: ['12', '019a8f00-0000-7000-8000-000000000001'],
  after: ['3'],
  related: ['7'],
}
const valuesOf = (key: FilterKey) => [...Object.keys(filterKeys[key].options), ...(others[key] ?? [])]

const condition = (key: FilterKey) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...valuesOf(key)), { maxLength: 3 }), { nil: [] })
const words = [
  'login',
  'Fix',
  '#12',
  '-slow',
  '-label:ops',
  'is:open',
  '-is:done',
  'no:date',
  'has:description',
  'took:..3',
  'completed:2026-11-01..',
  'due:nonsense',
  'c++',
  'https://example.org/a:b',
]
const filters: fc.Arbitrary<Filter> = fc
  .tuple(
    fc.record(Object.fromEntries(allKeys.filter((key) => valuesOf(key).length).map((key) => [key, condition(key)]))),
    fc.array(fc.constantFrom(...words), { maxLength: 4 }),
  )
  .map(([conditions, q]) => ({ ...noFilter, ...conditions, q: q.join(' ') }) as Filter)
  // The order of the values in an address.
  .map((filter) => readView(writeView(new URLSearchParams(), { filter }, defaults), defaults).filter)

test('a filter that is written as text is read as the same one, and has the same address', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const read = filterInText(textOfFilter(filter))
      expect(read).toEqual(filter)
      const address = writeView(new URLSearchParams(), { filter: read }, defaults)
      expect(readView(address, defaults).filter).toEqual(filter)
    }),
    { numRuns: 100 },
  )
})

const task = (number: number, values: object): Task => ({
  ...{
    _id: String(number),
    number,
    title: `Task ${number}`,
    version: 1,
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '',
  },
  ...{ completedAt: null, position: number, fileCount: 0 },
  ...initialValues,
  ...values,
})
const tasks = [
  task(1, { labels: ['auth'], priority: 'High', title: 'Fix login' }),
  task(2, { labels: ['auth', 'ops'], dueDate: '2026-11-17T00:00:00.000Z', fileCount: 2 }),
  task(3, { labels: ['ops'], status: 'Completed', completedAt: '2026-11-16T08:00:00.000Z' }),
  task(4, { estimate: 3, startDate: '2026-12-01T00:00:00.000Z', repeat: { rule: 'FREQ=DAILY' } }),
]
const found = (filter: Filter) => filterTasks(tasks, filter, calendar).map(({ number }) => number)

test('a search means the same as text, whether its conditions are read as words of the search or as keys of the filter', () => {
  const parts = [
    'label:auth',
    'label:ops',
    'label:auth,ops',
    '-label:auth,ops',
    'priority:high,low',
    'is:started',
    'is:done',
    'has:files',
    'due:today',
    'estimate:2..4',
    ...words,
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 4 }), (some) => {
      const q = some.join(' ')
      expect(found(filterInText(q))).toEqual(found({ ...noFilter, q }))
    }),
    { numRuns: 100 },
  )
})

test('several values with commas mean one of them, and a minus excludes all of them', () => {
  const search = (q: string) => found({ ...noFilter, q })
  expect(search('label:auth,ops')).toEqual([1, 2, 3])
  expect(search('label:auth label:ops')).toEqual([2])
  expect(search('-label:#auth,#ops')).toEqual([4])
  expect(search('is:in-progress,done')).toEqual([])
  expect(search('status:pending,completed priority:high')).toEqual([1])
  // One value that is not understood makes the whole a text.
  expect(search('priority:high,urgent')).toEqual([])
})

test('conditions are written in the words in which they are typed', () => {
  const filter = {
    ...noFilter,
    status: ['In Progress'],
    files: ['with'],
    links: ['blocked'],
    due: ['nextWeek'],
    part: ['12'],
  } as Filter
  expect(conditionsOf(filter).map(({ text }) => text)).toEqual([
    ...['status:in-progress', 'due:next-week', 'has:files', 'is:blocked', 'part:#12'],
  ])
  expect(textOfFilter({ ...noFilter, links: ['blocked', 'part'] })).toBe('links:blocked,part')
})

test('an added value widens a field with one value, and narrows the labels', () => {
  const added = (...parts: string[]) => textOfFilter(parts.reduce(withCondition, noFilter))
  expect(added('priority:low', 'priority:high', 'priority:low')).toBe('priority:high,low')
  expect(added('label:a', 'label:b', 'label:b')).toBe('label:a label:b')
  expect(added('-label:a', 'is:open', '-label:a', 'is:done')).toBe('status:completed -label:a is:open')
})

test('words, numbers and addresses are no conditions', () => {
  expect(['-slow', 'is:open', '-#12', 'no:label'].map(isCondition)).toEqual([true, true, true, true])
  expect(['slow', '#12', 'is:opne', 'https://example.org', 'a-b', '-', ''].map(isCondition)).toEqual(
    Array(7).fill(false),
  )
})

test('a condition that is not understood says what would be', () => {
  expect(problemWith('due:fridya')).toBe(
    'No day is called “fridya”. Use overdue, today, week, next-week, later, none, a day such as 2026-11-20, or days such as 2026-11-01..2026-11-30.',
  )
  expect(problemWith('-priority:urgent')).toBe(
    '“urgent” is not understood after “priority:”. Use critical, high, medium or low.',
  )
  expect(problemWith('lable:auth')).toBe('There is no condition “lable:”. Did you mean “label:”?')
  expect(problemWith('part:release')).toMatch(/Use the number of a task such as #12\.$/)
  // Labels and the names of tokens are free.
  for (const key of [...allKeys, 'is', 'has', 'no', 'took', 'created'])
    if (key !== 'label' && key !== 'claimed') expect(problemWith(`${key}:?!`)).toMatch(/Use .+\.$/)
  for (const part of ['login', 'due:today', '-slow', 'https://example.org', 'label:x', 'std::vector'])
    expect(problemWith(part)).toBeUndefined()
})
