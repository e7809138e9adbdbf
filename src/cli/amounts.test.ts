import { expect, test } from 'vitest'
import type { Task } from '../contract/schemas/tasks.ts'
import { amountFields, initialValues } from '../contract/task-fields.ts'
import { filterOptions, listView } from './list-view.ts'
import { taskPage } from './output/task-page.ts'
import { taskTable } from './output/task-table.ts'
import { usualPreferences } from './preferences.ts'
import { changeIn, changeOptions } from './task-change.ts'

const task = (values: object): Task => ({
  ...{ _id: '1', number: 1, title: 'Task', version: 1, createdAt: '', updatedAt: '', completedAt: null },
  ...{ position: 1, fileCount: 0 },
  ...initialValues,
  ...values,
})
const style = (_: string, text: string) => text
const now = new Date()
const reading = { dateStyle: 'iso', now } as const

test.for(amountFields)('--$field changes tasks', ({ field: name, unit, max }) => {
  expect(changeOptions).toHaveProperty(name)
  const change = (text: string) => changeIn({ [name]: text }, reading)
  expect([change('3'), change(`3${unit.sign}`), change('none')]).toEqual([
    { [name]: 3 },
    { [name]: 3 },
    { [name]: null },
  ])
  for (const text of ['x', '-1', '1.5', String(max + 1)])
    expect(() => change(text)).toThrow(`--${name} does not understand “${text}”.`)
})

test.for(amountFields)('--$field filters and sorts lists', ({ field: name }) => {
  expect(filterOptions).toHaveProperty(name)
  const view = (values: object) => listView({ values, words: [], view: undefined, preferences: usualPreferences })
  expect(view({ [name]: ['2..4,none'] }).filter[name]).toEqual(['2..4', 'none'])
  expect(view({ sort: name }).sort).toEqual({ by: name, order: 'asc' })
  expect(() => view({ [name]: ['x'] })).toThrow(`--${name} cannot be “x”.`)
})

test.for(amountFields)('$field is shown in tables and on the page of a task', ({ field: name, unit }) => {
  const some = task({ [name]: 3 })
  expect(taskTable([some], { style, today: '2026-11-17' }, 120)).toContain(`3 ${unit.sign}`)
  const shown = { ...some, createdAt: now.toISOString(), updatedAt: now.toISOString(), files: [] }
  expect(taskPage(shown, [], { style, now, today: '2026-11-17', dateStyle: 'iso' })).toContain(`3 ${unit.sign}`)
})
