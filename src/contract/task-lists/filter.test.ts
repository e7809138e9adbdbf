import { expect, test } from 'vitest'
import type { Task } from '../schemas/tasks.ts'
import { initialValues } from '../task-fields.ts'
import { filterTasks, noFilter } from './filter.ts'
import { groupTasks } from './group.ts'
import { sortTasks } from './sort.ts'

const calendar = { today: '2026-11-17', weekStart: 'monday' as const }
const day = (text: string) => `${text}T00:00:00.000Z`

let count = 0
const task = (title: string, fields: Partial<Task> = {}): Task => {
  count++
  return {
    ...initialValues,
    _id: title,
    number: count,
    title,
    description: '',
    dueDate: null,
    version: 1,
    createdAt: `2026-11-01T00:00:${String(count).padStart(2, '0')}.000Z`,
    updatedAt: '2026-11-01T00:00:00.000Z',
    completedAt: null,
    position: count,
    fileCount: 0,
    ...fields,
  }
}

const overdue = task('Rotate keys', { dueDate: day('2026-11-12'), priority: 'Critical', labels: ['auth', 'ops'] })
const today = task('Fix login', { dueDate: day('2026-11-17'), status: 'In Progress', labels: ['auth'] })
const soon = task('Write docs', { dueDate: day('2026-11-20'), description: 'About the login.', priority: 'Low' })
const later = task('Éclair 163', {
  ...{ dueDate: day('2026-12-24'), startDate: day('2026-11-18'), fileCount: 2 },
  repeat: { rule: 'FREQ=WEEKLY', from: 'due' },
})
const someday = task('Learn Rust', { priority: 'High', startDate: day('9999-12-31') })
const done = task('Ship it', {
  ...{ dueDate: day('2026-11-10'), startDate: day('2026-12-01'), status: 'Completed', labels: ['ops'] },
})
const all = [overdue, today, soon, later, someday, done]

const titles = (tasks: Task[]) => tasks.map(({ title }) => title)
const find = (filter: Partial<typeof noFilter>) => titles(filterTasks(all, { ...noFilter, ...filter }, calendar))
const search = (q: string) => find({ q })

test('a filter matches one of several values per field, and all fields', () => {
  expect(find({})).toEqual(titles(all))
  expect(find({ status: ['Pending', 'Completed'] })).not.toContain('Fix login')
  expect(find({ priority: ['Critical', 'High'] })).toEqual(['Rotate keys', 'Learn Rust'])
  expect(find({ label: ['auth', 'ops'], status: ['Completed', 'In Progress'] })).toEqual(['Fix login', 'Ship it'])
  expect(find({ files: ['with'] })).toEqual(['Éclair 163'])
  expect(find({ files: ['without'] })).not.toContain('Éclair 163')
  expect(find({ files: ['with', 'without'] })).toHaveLength(6)
  expect(find({ kind: ['repeating'] })).toEqual(['Éclair 163'])
  expect(find({ kind: ['snoozed'] })).toEqual(['Éclair 163', 'Learn Rust'])
})

test('due dates are filtered by the week of the calendar, and tasks without one have their own value', () => {
  expect(find({ due: ['overdue'] })).toEqual(['Rotate keys'])
  expect(find({ due: ['today'] })).toEqual(['Fix login'])
  expect(find({ due: ['week'] })).toEqual(['Fix login', 'Write docs'])
  expect(find({ due: ['nextWeek'] })).toEqual([])
  expect(find({ due: ['later', 'none'] })).toEqual(['Éclair 163', 'Learn Rust'])
})

test('a search ranks by its words, finds numbers with and without #, and ignores accents', () => {
  expect(search('login')).toEqual(['Fix login', 'Write docs'])
  expect(search('log fi')).toEqual(['Fix login'])
  expect(search('eclair')).toEqual(['Éclair 163'])
  expect(search(`#${today.number}`)).toEqual(['Fix login'])
  expect(search('163')).toEqual(['Éclair 163'])
  expect(search(String(soon.number))).toEqual(['Write docs'])
})

test.for([
  ['login -docs', ['Fix login']],
  ['is:open -label:auth', ['Write docs', 'Éclair 163', 'Learn Rust']],
  ['IS:Completed', ['Ship it']],
  ['is:in-progress', ['Fix login']],
  ['is:overdue', ['Rotate keys']],
  ['is:repeating', ['Éclair 163']],
  ['is:snoozed', ['Éclair 163', 'Learn Rust']],
  ['is:later', ['Éclair 163', 'Learn Rust']],
  ['is:waiting', []],
  ['is:started', ['Fix login']],
  ['-is:snoozed is:open -is:repeating', ['Rotate keys', 'Fix login', 'Write docs']],
  ['no:date', ['Learn Rust']],
  ['no:label is:open', ['Write docs', 'Éclair 163', 'Learn Rust']],
  ['has:description', ['Write docs']],
  ['-has:date', ['Learn Rust']],
  ['-no:date has:files', ['Éclair 163']],
  ['label:auth login', ['Fix login']],
  ['priority:high', ['Learn Rust']],
  ['due:later', ['Éclair 163']],
  ['label:nothing', []],
  ['-', titlesOfAll()],
] as const)('the search %s finds the right tasks', ([q, expected]) => {
  expect(search(q)).toEqual(expected)
})

function titlesOfAll() {
  return ['Rotate keys', 'Fix login', 'Write docs', 'Éclair 163', 'Learn Rust', 'Ship it']
}

test('a word with an unknown key is searched as it is', () => {
  expect(search('is:nonsense')).toEqual([])
  expect(search('fix:login')).toEqual(['Fix login'])
})

test('tasks are sorted by every key, and those without a date come last in both directions', () => {
  const sorted = (...[by, order]: [Parameters<typeof sortTasks>[1]['by'], 'asc' | 'desc']) =>
    titles(sortTasks(all, { by, order }))
  expect(sorted('due', 'asc')).toEqual([
    'Ship it',
    'Rotate keys',
    'Fix login',
    'Write docs',
    'Éclair 163',
    'Learn Rust',
  ])
  expect(sorted('due', 'desc').at(-1)).toBe('Learn Rust')
  expect(sorted('due', 'desc')[0]).toBe('Éclair 163')
  expect(sorted('priority', 'desc').slice(0, 2)).toEqual(['Rotate keys', 'Learn Rust'])
  expect(sorted('priority', 'asc')[0]).toBe('Write docs')
  expect(sorted('title', 'asc').slice(0, 2)).toEqual(['Éclair 163', 'Fix login'])
  expect(sorted('created', 'desc')[0]).toBe('Ship it')
  expect(sorted('updated', 'asc')[0]).toBe('Ship it')
  expect(sorted('manual', 'asc')[0]).toBe('Ship it')
  expect(sorted('manual', 'desc')).toEqual(sorted('manual', 'asc'))
})

test('tasks are grouped in a fixed order, without empty groups, and keep their order inside', () => {
  // Overdue, but snoozed.
  const snoozed = task('Sort photos', { dueDate: day('2026-11-12'), startDate: day('2026-11-18') })
  const more = [...all, task('Plan December', { dueDate: day('2026-12-01') }), task('Read papers'), snoozed]
  const groups = (grouping: Parameters<typeof groupTasks>[1]) =>
    groupTasks(more, grouping, calendar).map((group) => [group.name, titles(group.tasks)])
  expect(groups('none')).toEqual([['All tasks', titles(more)]])
  expect(groups('due')).toEqual([
    ['Overdue', ['Rotate keys']],
    ['Today', ['Fix login']],
    ['This week', ['Write docs']],
    ['After this week', ['Plan December']],
    ['No date', ['Read papers']],
    ['Completed', ['Ship it']],
    ['Later', ['Éclair 163', 'Learn Rust', 'Sort photos']],
  ])
  expect(groups('status').map(([name]) => name)).toEqual(['Pending', 'In Progress', 'Completed', 'Later'])
  expect(groups('priority').map(([name]) => name)).toEqual(['Critical', 'Medium', 'Low', 'Later'])
  expect(groups('label').map(([name]) => name)).toEqual(['#auth', '#ops', 'No label', 'Later'])
})

test('spans of days find tasks by creation, completion, due date and duration; anything else is searched as text', () => {
  const at = (day: string) => new Date(`${day}T12:00`).toISOString()
  const old = task('Old', { createdAt: at('2026-10-01'), completedAt: at('2026-11-03'), status: 'Completed' })
  const quick = task('Quick', { createdAt: at('2026-11-02'), completedAt: at('2026-11-03'), status: 'Completed' })
  const late = task('Late', {
    createdAt: at('2026-10-01'),
    startDate: day('2026-11-03'),
    startedAt: at('2026-11-01'),
    completedAt: at('2026-11-04'),
  })
  const early = task('Early', {
    createdAt: at('2026-11-05'),
    startDate: day('2026-12-01'),
    completedAt: at('2026-11-06'),
  })
  const fresh = task('Fresh', { createdAt: at('2026-11-16'), dueDate: day('2026-11-20') })
  const some = [old, quick, late, early, fresh]
  const found = (q: string) => titles(filterTasks(some, { ...noFilter, q }, calendar))
  expect(found('created:2026-11-02..2026-11-05')).toEqual(['Quick', 'Early'])
  expect(found('created:2026-11-16')).toEqual(['Fresh'])
  expect(found('created:..2026-10-31 -completed:2026-11-03')).toEqual(['Late'])
  expect(found('completed:2026-11-04..')).toEqual(['Late', 'Early'])
  expect(found('due:2026-11-18..2026-11-20')).toEqual(['Fresh'])
  // From the move to In Progress, or else from the creation; the day until which it was put off does not matter.
  expect(found('took:2..33')).toEqual(['Old', 'Late'])
  expect(found('took:3')).toEqual(['Late'])
  expect(found('took:..1')).toEqual(['Quick', 'Early'])
  expect(found('starts:2026-11-03..')).toEqual(['Late', 'Early'])
  expect(found('starts:..2026-11-30')).toEqual(['Late'])
  expect(found('starts:someday')).toEqual([])
  expect(found('no:start')).toEqual(['Old', 'Quick', 'Fresh'])
  for (const q of ['created:2026-02-30', 'created:a..b', 'created:..', 'took:x', 'due:2026-11-01..x'])
    expect(found(q)).toEqual([])
})

test('a token is one holder, whether an agent or a script has claimed the task', () => {
  const by = (title: string, via: string) =>
    task(title, { claim: { until: '9999-01-01T00:00:00.000Z', by: via, at: day('2026-11-17'), minutes: 30 } })
  const held = [by('One', 'token:codex'), by('Two', 'agent:codex'), by('Three', 'session'), task('Four')]
  expect(groupTasks(held, 'claimed', calendar).map((group) => [group.name, titles(group.tasks)])).toEqual([
    ['You', ['Three']],
    ['codex', ['One', 'Two']],
    ['Not held', ['Four']],
  ])
})
