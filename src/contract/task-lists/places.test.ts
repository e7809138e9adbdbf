import { expect, test } from 'vitest'
import type { Task } from '../schemas/tasks.ts'
import { initialValues } from '../task-fields.ts'
import { noFilter } from './filter.ts'
import { groupByReturn } from './group-by-return.ts'
import { asksForLater, countPlaces, divideByPlace, placeOf } from './places.ts'
import { countInView } from './view-count.ts'
import { tasksInView, viewInBatches } from './view-tasks.ts'

const today = '2026-11-17'
const preferences = { weekStart: 'monday', sort: 'desc', filter: '' } as const
const day = (text: string) => `${text}T00:00:00.000Z`

function task(title: string, number: number, fields: Partial<Task> = {}): Task {
  return {
    ...initialValues,
    ...{ _id: title, number, title, description: '', dueDate: null, version: 1, position: number, fileCount: 0 },
    ...{ createdAt: day('2026-11-01'), updatedAt: day('2026-11-01'), completedAt: null },
    ...fields,
  }
}

const open = task('open', 1)
const late = task('late', 2, { dueDate: day('2026-11-10') })
const snoozed = task('snoozed', 3, { dueDate: day('2026-11-10'), startDate: day('2026-11-20'), labels: ['api'] })
const someday = task('someday', 4, { startDate: day('9999-12-31') })
const waiting = task('waiting', 5, { blockedBy: ['open'] })
const both = task('both', 6, { blockedBy: ['open'], startDate: day('2026-12-01') })
const done = task('done', 7, { status: 'Completed', startDate: day('2026-12-01') })
const all = [open, late, snoozed, someday, waiting, both, done]

const titles = (tasks: Task[]) => tasks.map(({ title }) => title).sort()
const shownAt = (address: string) => titles(tasksInView(address, all, { today, preferences }))

test('Later holds open tasks that have not started, and other views leave them out, except the dates of the calendar', () => {
  expect(shownAt('/later')).toEqual(['both', 'snoozed', 'someday'])
  for (const view of ['/dashboard', '/list', '/board', '/overview'])
    expect([view, shownAt(view)]).toEqual([view, ['done', 'late', 'open', 'waiting']])
  expect(shownAt('/calendar')).toEqual(['done', 'late', 'open', 'snoozed', 'waiting'])
  expect(shownAt('/list?due=overdue')).toEqual(['late'])
})

test('Waiting holds tasks with open blockers, which other views show too, but Next does not', () => {
  expect(shownAt('/waiting')).toEqual(['waiting'])
  expect(shownAt('/waiting?later=shown')).toEqual(['both', 'waiting'])
  expect(shownAt('/next')).toEqual(['late', 'open'])
})

test('a view shows tasks in Later if its filter asks for them, or searches for words or a number', () => {
  expect(shownAt('/list?later=shown')).toEqual(titles(all))
  expect(shownAt('/list?later=shown&due=overdue')).toEqual(['late', 'snoozed'])
  expect(shownAt('/list?kind=snoozed')).toEqual(['both', 'snoozed', 'someday'])
  expect(shownAt('/list?start=any')).toEqual(['both', 'done', 'snoozed', 'someday'])
  expect(shownAt('/list?q=someday')).toEqual(['someday'])
  const asks = (q: string) => asksForLater({ ...noFilter, q })
  for (const q of ['milk', '#4', 'is:later', 'starts:2026-12-01..', 'has:start', 'later:shown'])
    expect([q, asks(q)]).toEqual([q, true])
  for (const q of ['', 'is:open', 'label:api', '-milk', 'due:overdue']) expect([q, asks(q)]).toEqual([q, false])
})

test('a view names the tasks that it leaves in Later', () => {
  const filter = { ...noFilter, label: ['api'] }
  const { shown, later } = divideByPlace([snoozed], { place: placeOf('/List'), filter, today, all })
  expect([titles(shown), titles(later)]).toEqual([[], ['snoozed']])
})

test('the count of a view is that of its open tasks', () => {
  const count = (address: string) => countInView(address, all, { today, preferences })
  expect(['/list', '/later', '/waiting', '/next', '/calendar', '/list?status=Completed'].map(count)).toEqual([
    ...[3, 3, 1, 2, 4, 0],
  ])
})

test('places and labels count open tasks, those in Later only there', () => {
  const { labels, ...places } = countPlaces([...all, task('labelled', 8, { labels: ['api', 'ops'] })], today)
  expect(places).toEqual({ today: 1, open: 4, later: 3, waiting: 1 })
  expect(Object.fromEntries(labels)).toEqual({ api: 1, ops: 1 })
})

test('views that are read in batches agree', () => {
  for (const address of ['/list', '/later', '/calendar', '/list?later=shown'])
    expect([address, titles(viewInBatches(address, { today, preferences })?.find(all) ?? [])]).toEqual([
      address,
      shownAt(address),
    ])
  expect(viewInBatches('/waiting', { today, preferences })).toBeUndefined()
})

test('tasks in Later are grouped by the week in which they come back, the next one first', () => {
  const soon = task('soon', 8, { startDate: day('2026-11-18') })
  const next = task('next', 9, { startDate: day('2026-11-29') })
  const groups = groupByReturn([someday, both, snoozed, next, soon], { today, weekStart: 'monday' })
  expect(groups.map(({ name, tasks }) => [name, tasks.map(({ title }) => title)])).toEqual([
    ['Back this week', ['soon', 'snoozed']],
    ['Back next week', ['next']],
    ['Back after next week', ['both']],
    ['Someday', ['someday']],
  ])
})
