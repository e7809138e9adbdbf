import { addDays, daysBetween } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { queryWords, scoreOf, searchText } from '../../contract/search.ts'
import type { Priority, Status } from '../../contract/tasks.ts'
import { dayOf } from './due.ts'

export const dueFilters = ['overdue', 'today', 'week', 'later'] as const
export type DueFilter = (typeof dueFilters)[number]
export const dueNames: Record<DueFilter, string> = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'This week',
  later: 'Later',
}

/** The filter of a list; an empty value matches everything. */
export interface Filter {
  status: Status | ''
  priority: Priority | ''
  due: DueFilter | ''
  label: string
  q: string
}

export const noFilter: Filter = { status: '', priority: '', due: '', label: '', q: '' }
export const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean)

interface Calendar {
  today: string
  weekStart: Preferences['weekStart']
}

const aSunday = '2026-11-15'
const firstDays: Record<Preferences['weekStart'], number> = { sunday: 0, monday: 1, saturday: 6 }

/** The last day of the week that contains the day. */
export function endOfWeek(day: string, weekStart: Preferences['weekStart']): string {
  const sinceStart = (((daysBetween(aSunday, day) - firstDays[weekStart]) % 7) + 7) % 7
  return addDays(day, 6 - sinceStart)
}

function isDue(task: Task, due: DueFilter, { today, weekStart }: Calendar): boolean {
  const day = dayOf(task)
  if (due === 'today') return day === today
  if (task.status === 'Completed') return false
  if (due === 'overdue') return day < today
  const end = endOfWeek(today, weekStart)
  return due === 'week' ? day >= today && day <= end : day > end
}

const texts = new WeakMap<Task, string>()

/** The text that is searched, as on the server; computed once per task. */
function textOf(task: Task): string {
  const known = texts.get(task) ?? searchText(task)
  texts.set(task, known)
  return known
}

/** The tasks that match a filter. A search sorts them by relevance. */
export function filterTasks(tasks: Task[], { status, priority, due, label, q }: Filter, calendar: Calendar): Task[] {
  const found = tasks.filter(
    (task) =>
      (!status || task.status === status) &&
      (!priority || task.priority === priority) &&
      (!label || task.labels.includes(label)) &&
      (!due || isDue(task, due, calendar)),
  )
  const number = /^#(\d+)$/.exec(q.trim())?.[1]
  if (number) return found.filter((task) => task.number === Number(number))
  const words = queryWords(q)
  if (!words.length) return found
  return found
    .map((task) => ({ task, score: scoreOf(textOf(task), words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.task.number - a.task.number)
    .map(({ task }) => task)
}
