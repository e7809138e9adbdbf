import { addDays } from '../calendar-day.ts'
import type { Task } from '../schemas/tasks.ts'
import { scoreOf, searchText } from '../search.ts'
import { isSnoozed } from '../start-date.ts'
import type { Priority, Status } from '../tasks.ts'
import { dayOf } from './due.ts'
import { type Calendar, type DueFilter, endOfWeek } from './due-groups.ts'
import { type LinkFilter, linkedTo, linkTest } from './link-filter.ts'
import { linksIn } from './link-index.ts'
import { type KindFilter, parseSearch, type SearchTerm, type Span } from './parse-search.ts'
import { completedDay, createdDay, daysTaken, startDay } from './task-days.ts'

export const fileFilters = ['with', 'without'] as const
export type FileFilter = (typeof fileFilters)[number]
export const fileFilterNames: Record<FileFilter, string> = { with: 'Has files', without: 'No files' }

/** The filter of a list. A task matches if it has one of the values of each field; without values, every task does. */
export interface Filter {
  status: readonly Status[]
  priority: readonly Priority[]
  due: readonly DueFilter[]
  label: readonly string[]
  files: readonly FileFilter[]
  links: readonly LinkFilter[]
  kind: readonly KindFilter[]
  q: string
}

export const noFilter: Filter = { status: [], priority: [], due: [], label: [], files: [], links: [], kind: [], q: '' }
export const isFiltered = (filter: Filter) => Object.values(filter).some((values) => values.length > 0)

/** Tests tasks for due dates. Computes the ends of the weeks once for all tasks. */
function dueTest(wanted: readonly DueFilter[], { today, weekStart }: Calendar): (task: Task) => boolean {
  const weekEnd = endOfWeek(today, weekStart)
  const nextEnd = addDays(weekEnd, 7)
  const tests: Record<DueFilter, (day: string, isOpen: boolean) => boolean> = {
    overdue: (day, isOpen) => isOpen && day < today,
    today: (day) => day === today,
    week: (day, isOpen) => isOpen && day >= today && day <= weekEnd,
    nextWeek: (day, isOpen) => isOpen && day > weekEnd && day <= nextEnd,
    later: (day, isOpen) => isOpen && day > weekEnd,
    none: () => false,
  }
  return (task) => {
    const day = dayOf(task)
    if (day === undefined) return wanted.includes('none')
    return wanted.some((due) => tests[due](day, task.status !== 'Completed'))
  }
}

const texts = new WeakMap<Task, string>()

/** The text that is searched, as on the server; computed once per task. */
export function textOf(task: Task): string {
  const known = texts.get(task)
  if (known !== undefined) return known
  const text = searchText(task)
  texts.set(task, text)
  return text
}

/** Tests tasks for the facts that are neither a status nor a date. */
function kindTest(wanted: readonly KindFilter[], { today }: Calendar): (task: Task) => boolean {
  const tests: Record<KindFilter, (task: Task) => boolean> = {
    repeating: (task) => task.repeat !== null,
    snoozed: (task) => isSnoozed(task, today),
  }
  return (task) => wanted.some((kind) => tests[kind](task))
}

const isWithin = <T extends string | number>(value: T | undefined, { from, to }: Span<T>) =>
  value !== undefined && (from === undefined || value >= from) && (to === undefined || value <= to)

function termTest({ key, value }: SearchTerm, calendar: Calendar, all: Task[]): (task: Task) => boolean {
  if (key === 'due') return dueTest([value], calendar)
  if (key === 'is') return value === 'open' ? (task) => task.status !== 'Completed' : (task) => task.status === value
  if (key === 'kind') return kindTest([value], calendar)
  if (key === 'priority') return (task) => task.priority === value
  if (key === 'label') return (task) => task.labels.includes(value)
  if (key === 'links') return linkTest([value], linksIn(all))
  if (key === 'number') return (task) => task.number === value
  if (key === 'linkedTo') return linkedTo(value.term, value.number, linksIn(all))
  if (key === 'created' || key === 'completed' || key === 'dueOn' || key === 'starts') {
    const dayFor = { created: createdDay, completed: completedDay, dueOn: dayOf, starts: startDay }[key]
    return (task) => isWithin(dayFor(task), value)
  }
  if (key === 'took') return (task) => isWithin(daysTaken(task), value)
  if (key === 'word') return (task) => scoreOf(textOf(task), [value]) > 0
  const has: Record<typeof value, (task: Task) => boolean> = {
    date: (task) => Boolean(task.dueDate),
    start: (task) => Boolean(task.startDate),
    label: (task) => task.labels.length > 0,
    description: (task) => task.description !== '',
    files: (task) => task.fileCount > 0,
  }
  return has[value]
}

/** The tests of everything but the words that rank the tasks. */
function testsOf({ status, priority, due, label, files, links, kind, q }: Filter, calendar: Calendar, all: Task[]) {
  const { terms } = parseSearch(q)
  const tests = terms.map(({ isNegated, ...term }) => {
    const test = termTest(term, calendar, all)
    return isNegated ? (task: Task) => !test(task) : test
  })
  if (status.length) tests.push((task) => status.includes(task.status))
  if (priority.length) tests.push((task) => priority.includes(task.priority))
  if (label.length) tests.push((task) => label.some((name) => task.labels.includes(name)))
  if (due.length) tests.push(dueTest(due, calendar))
  if (files.length) tests.push((task) => files.includes(task.fileCount > 0 ? 'with' : 'without'))
  if (links.length) tests.push(linkTest(links, linksIn(all)))
  if (kind.length) tests.push(kindTest(kind, calendar))
  return tests
}

/** The tasks that match a filter, out of all tasks. A search for words sorts them by relevance; a number finds its task first. */
export function filterTasks(tasks: Task[], filter: Filter, calendar: Calendar): Task[] {
  const tests = testsOf(filter, calendar, tasks)
  const found = tests.length ? tasks.filter((task) => tests.every((test) => test(task))) : tasks
  const { words } = parseSearch(filter.q)
  if (!words.length) return found
  const number = words.length === 1 && /^\d{1,9}$/.test(words[0] ?? '') ? Number(words[0]) : undefined
  const scored: { task: Task; score: number }[] = []
  for (const task of found) {
    const points = task.number === number ? 100 : scoreOf(textOf(task), words)
    if (points) scored.push({ task, score: points })
  }
  return scored.sort((a, b) => b.score - a.score || b.task.number - a.task.number).map(({ task }) => task)
}
