import { expect, test } from 'vitest'
import type { Task } from './schemas/tasks.ts'
import { isPageAddress, pageName } from './source-page.ts'
import { initialValues } from './task-fields.ts'
import { filterTasks, noFilter } from './task-lists/filter.ts'

test.for([
  ['https://github.com/acme/app/issues/12', 'app#12'],
  ['https://gitlab.com/acme/tools/app/-/issues/7', 'app#7'],
  ['https://gitlab.com/acme/app/-/work_items/7', 'app#7'],
  ['https://git.example.com/acme/a-repository-with-a-long-name/issues/3', 'a-repository-with-a…#3'],
  ['https://tracker.example.com/PROJ-1', 'tracker.example.com'],
] as const)('%s is called %s', ([address, name]) => {
  expect(pageName(address)).toBe(name)
  expect(isPageAddress(address)).toBe(true)
})

test.for([
  'javascript:alert(1)',
  'ftp://example.com/a',
  'https://ana:secret@example.com/',
  'https://example.com/a b',
  'https://example.com/\u202egro',
  'https://',
  `https://example.com/${'a'.repeat(2_000)}`,
  '/issues/12',
])('%s is not the address of a page', (text) => {
  expect(isPageAddress(text)).toBe(false)
})

test('searches find tasks that were made from a page, and the others', () => {
  const task = (number: number, source?: string) =>
    ({ ...initialValues, _id: String(number), number, title: 'Fix', source }) as unknown as Task
  const all = [task(1, 'https://github.com/acme/app/issues/12'), task(2)]
  const found = (q: string) =>
    filterTasks(all, { ...noFilter, q }, { today: '2026-11-17', weekStart: 'monday' }).map(({ number }) => number)
  expect([found('has:source'), found('no:source'), found('-source:any')]).toEqual([[1], [2], [2]])
})
