import { expect, test } from 'vitest'
import { newLine } from '../quick-add/lines.ts'
import { parseLine } from '../quick-add/parse.ts'
import type { Task } from '../schemas/tasks.ts'
import { amountFields, initialValues } from '../task-fields.ts'
import { sumsInWords } from '../words/amount-words.ts'
import { describeChange } from '../words/task-words.ts'
import { filterTasks, noFilter } from './filter.ts'
import { filterKeys, valueInWords } from './filter-keys.ts'
import { sortTasks } from './sort.ts'
import { columns, readView, writeView } from './view-address.ts'

const task = (number: number, values: object): Task => ({
  ...{ _id: String(number), number, title: `Task ${number}`, version: 1, createdAt: '', updatedAt: '' },
  ...{ completedAt: null, position: number, fileCount: 0 },
  ...initialValues,
  ...values,
})
const calendar = { today: '2026-11-17', weekStart: 'monday' as const }
const defaults = { preferences: { sort: 'asc', filter: '' }, grouping: 'none' } as const

test.for(amountFields)('$field is read from a line of quick add, with its unit', ({ field: name, unit, max }) => {
  const parse = (line: string) => parseLine(newLine(line), { now: new Date(), dateStyle: 'iso' }).task
  expect(parse(`Fix login ~3${unit.sign} !high`)).toMatchObject({ title: 'Fix login', [name]: 3, priority: 'High' })
  expect(parse(`~0${unit.sign.toUpperCase()}, tidy up`)).toMatchObject({ title: 'tidy up', [name]: 0 })
  // A number without its unit, one that is too large, and a second one are words of the title.
  for (const words of ['Write ~3 pages', `Wait ~${max + 1}${unit.sign}`, `a~3${unit.sign}`]) {
    expect(parse(words)).toMatchObject({ title: words })
    expect(parse(words)).not.toHaveProperty(name)
  }
  expect(parse(`Walk ~1${unit.sign} ~2${unit.sign}`)).toMatchObject({ title: `Walk ~2${unit.sign}`, [name]: 1 })
  const kept = { ...newLine(`Walk ~1${unit.sign}`), plain: new Set([`~1${unit.sign}`]) }
  expect(parseLine(kept, { now: new Date(), dateStyle: 'iso' }).task.title).toBe(`Walk ~1${unit.sign}`)
})

test.for(amountFields)(
  '$field is filtered by ranges, by search, and by address',
  ({ field: name, unit, steps = [] }) => {
    const all = [task(1, {}), task(2, { [name]: 0 }), task(3, { [name]: 3 }), task(4, { [name]: 40 })]
    const numbers = (some: Task[]) => some.map(({ number }) => number)
    const find = (...values: string[]) => numbers(filterTasks(all, { ...noFilter, [name]: values }, calendar))
    const search = (q: string) => numbers(filterTasks(all, { ...noFilter, q }, calendar))
    expect([find('none'), find('any'), find('3'), find('..3'), find('4..'), find('0', '40')]).toEqual([
      ...[[1], [2, 3, 4], [3], [2, 3], [4], [2, 4]],
    ])
    expect([search(`${name}:3`), search(`${name}:1..`), search(`has:${name}`), search(`no:${name}`)]).toEqual([
      ...[[3], [3, 4], [2, 3, 4], [1]],
    ])
    // The ranges of the menu do not overlap and leave nothing out.
    const options = Object.keys(filterKeys[name].options)
    expect(options.length).toBe(steps.length + 2)
    for (const one of all) expect(options.filter((value) => find(value).includes(one.number))).toHaveLength(1)

    const address = writeView(new URLSearchParams(), { filter: { ...noFilter, [name]: ['none', '2..4'] } }, defaults)
    expect(readView(address, defaults).filter[name]).toEqual(expect.arrayContaining(['none', '2..4']))
    expect(readView(new URLSearchParams(`${name}=x,5`), defaults).filter[name]).toEqual(['5'])
    expect(valueInWords(name, '2..3')).toBe(`2 to 3 ${unit.sign}`)
  },
)

test.for(amountFields)('$field is sorted, added up and said in words', ({ field: name, name: words, unit }) => {
  const all = [task(1, {}), task(2, { [name]: 5 }), task(3, { [name]: 2 }), task(4, { [name]: 1, status: 'Completed' })]
  const sorted = (order: 'asc' | 'desc') => sortTasks(all, { by: name, order }).map(({ number }) => number)
  expect([sorted('asc'), sorted('desc')]).toEqual([
    [4, 3, 2, 1],
    [2, 3, 4, 1],
  ])
  expect([sumsInWords(all), sumsInWords(all.slice(0, 1))]).toEqual([`7 ${unit.sign}`, ''])
  const said = (value: number | null) => describeChange(all.slice(0, 1), { [name]: value }, 'iso')
  expect([said(3), said(null)]).toEqual([
    `Set the ${words} of #1 Task 1 to 3 ${unit.sign}`,
    `Removed the ${words} of #1 Task 1`,
  ])
  expect(columns).toContain(name)
})
