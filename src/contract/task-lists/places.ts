import type { Task } from '../schemas/tasks.ts'
import { isSnoozed } from '../start-date.ts'
import type { Filter } from './filter.ts'
import { isBlocked, isOpen, linksIn } from './link-index.ts'
import { parseSearch } from './parse-search.ts'
import { isOfToday } from './task-days.ts'

/**
 * The places of the tasks. *Later* holds the open tasks that are snoozed or have not started: other views leave them out and do not count
 * them, except the calendar, which shows due dates. *Waiting* holds the tasks that others block; they are in other views too.
 */
export type Place = 'tasks' | 'calendar' | 'later' | 'waiting'

const paths: Record<string, Place> = { '/calendar': 'calendar', '/later': 'later', '/waiting': 'waiting' }

/** The place of a view, by the path of its address. */
export const placeOf = (path: string): Place => paths[path.toLowerCase()] ?? 'tasks'

/** Whether a filter asks for tasks in Later: it switches them on, names their start, number or questions, or searches for words. */
export function asksForLater({ later, kind, start, needs, q }: Filter): boolean {
  if (later.length || start.length || needs.length || kind.includes('snoozed')) return true
  if (!q) return false
  const { words, terms } = parseSearch(q)
  return words.length > 0 || terms.some((term) => ('filter' in term ? isAboutLater(term) : term.key === 'number'))
}

const isAboutLater = ({ filter, values }: { filter: string; values: readonly string[] }) =>
  filter === 'later' || filter === 'start' || filter === 'needs' || (filter === 'kind' && values.includes('snoozed'))

interface Sight {
  place: Place
  filter: Filter
  today: string
  /** All tasks, for the links between them. */
  all: Task[]
}

/** The tasks of a place, out of those that match a filter: those that its view shows, and those that it leaves in Later. */
export function divideByPlace(found: Task[], { place, filter, today, all }: Sight): { shown: Task[]; later: Task[] } {
  const isLater = (task: Task) => isSnoozed(task, today)
  if (place === 'later') return { shown: found.filter(isLater), later: [] }
  const held = place === 'waiting' ? found.filter((task) => isBlocked(linksIn(all), task)) : found
  if (asksForLater(filter)) return { shown: held, later: [] }
  const isHidden = place === 'calendar' ? (task: Task) => isLater(task) && !task.dueDate : isLater
  const later = held.filter(isHidden)
  return { shown: later.length ? held.filter((task) => !isHidden(task)) : held, later }
}

export interface PlaceCounts {
  /** The tasks that today asks for: those that are overdue, and those of the agenda. */
  today: number
  /** The open tasks, without those in Later. */
  open: number
  later: number
  waiting: number
  /** The open tasks with each label, without those in Later. */
  labels: ReadonlyMap<string, number>
}

/** How many open tasks each place holds. */
export function countPlaces(all: Task[], today: string): PlaceCounts {
  const links = linksIn(all)
  const labels = new Map<string, number>()
  let [ofToday, open, later, waiting] = [0, 0, 0, 0]
  for (const task of all) {
    if (!isOpen(task)) continue
    if (isSnoozed(task, today)) {
      later++
      continue
    }
    open++
    if (isOfToday(task, today)) ofToday++
    if (isBlocked(links, task)) waiting++
    for (const label of task.labels) labels.set(label, (labels.get(label) ?? 0) + 1)
  }
  return { today: ofToday, open, later, waiting, labels }
}
