import { expect, test } from 'vitest'
import { noFilter } from './filter.ts'
import { readView, type ViewDefaults, writeView } from './view-address.ts'

const usual: ViewDefaults = { preferences: { sort: 'desc', filter: '' }, grouping: 'none' }
const read = (address: string, defaults = usual) => readView(new URLSearchParams(address), defaults)
const write = (address: string, change: Parameters<typeof writeView>[1], defaults = usual) =>
  decodeURIComponent(writeView(new URLSearchParams(address), change, defaults).toString()).replaceAll('+', ' ')

test('an empty address means the defaults', () => {
  const calendar = { range: 'month', on: undefined }
  const display = { sort: { by: 'due', order: 'desc' }, grouping: 'none', hidden: [], density: 'compact' }
  const expected = { filter: noFilter, ...display, calendar }
  expect(read('')).toEqual(expected)
  const { filter, sort, grouping } = read('', { preferences: { sort: 'asc', filter: 'Pending' }, grouping: 'due' })
  expect([filter.status, sort.order, grouping]).toEqual([['Pending'], 'asc', 'due'])
})

test('every field takes several values; unknown and repeated ones are left out', () => {
  const { filter, hidden } = read(
    'status=Pending,Nonsense,In Progress&priority=Low,High&links=blocked,nothing&due=none,overdue&label=ops,b!,auth,ops&files=with&kind=snoozed,x&q=a b&hide=due,x',
  )
  expect(filter).toEqual({
    ...noFilter,
    status: ['Pending', 'In Progress'],
    priority: ['High', 'Low'],
    due: ['overdue', 'none'],
    label: ['ops', 'auth'],
    files: ['with'],
    links: ['blocked'],
    kind: ['snoozed'],
    q: 'a b',
  })
  expect(hidden).toEqual(['due'])
})

test('the month or week of the calendar is in the address, and anything else is left out', () => {
  expect(read('on=2026-12').calendar).toEqual({ range: 'month', on: '2026-12' })
  expect(read('range=week&on=2028-02-29').calendar).toEqual({ range: 'week', on: '2028-02-29' })
  for (const on of ['2026-13', '2026-02-30', '2026', 'x', '2026-11-1'])
    expect(read(`on=${on}`).calendar.on).toBeUndefined()
  expect(write('label=ops&on=2026-12', { calendar: { range: 'week', on: undefined } })).toBe('label=ops&range=week')
})

test('older addresses that name only the order sort by due date', () => {
  expect(read('sort=asc').sort).toEqual({ by: 'due', order: 'asc' })
  expect(read('sort=priority').sort).toEqual({ by: 'priority', order: 'desc' })
  expect(read('sort=priority&order=asc').sort).toEqual({ by: 'priority', order: 'asc' })
  expect(read('sort=title').sort).toEqual({ by: 'title', order: 'asc' })
  expect(read('sort=nonsense&order=up').sort).toEqual({ by: 'due', order: 'desc' })
})

test('a changed view is written without its defaults, and keeps parameters that it does not know', () => {
  expect(write('x=1', { filter: { ...noFilter, priority: ['High', 'Low'] } })).toBe('x=1&priority=High,Low')
  expect(write('sort=asc', { sort: { by: 'due', order: 'desc' } })).toBe('')
  expect(write('', { sort: { by: 'due', order: 'asc' } })).toBe('sort=due&order=asc')
  expect(write('', { sort: { by: 'priority', order: 'desc' } })).toBe('sort=priority')
  expect(write('group=label', { grouping: 'none' })).toBe('')
  expect(write('', { grouping: 'none' }, { ...usual, grouping: 'due' })).toBe('group=none')
})

test('a preferred status can be replaced by all statuses', () => {
  const defaults: ViewDefaults = { ...usual, preferences: { sort: 'desc', filter: 'Pending' } }
  expect(write('', { filter: noFilter }, defaults)).toBe('status=All')
  expect(read('status=All', defaults).filter.status).toEqual([])
  expect(write('status=All', { filter: { ...noFilter, status: ['Pending'] } }, defaults)).toBe('')
})

test('written settings are read as the same ones', () => {
  const settings = read(
    'status=Pending&due=week&label=a&q=x&sort=updated&order=asc&group=label&hide=labels,checklist,weekends&density=roomy',
  )
  expect([settings.density, settings.hidden]).toEqual(['roomy', ['labels', 'checklist', 'weekends']])
  expect(readView(writeView(new URLSearchParams(), settings, usual), usual)).toEqual(settings)
})
