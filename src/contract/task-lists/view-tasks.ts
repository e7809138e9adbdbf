import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { type Filter, filterTasks } from './filter.ts'
import type { FilterKey } from './filter-keys.ts'
import { linkTerms } from './link-filter.ts'
import { isBlocked, isOpen, linksIn } from './link-index.ts'
import { parseSearch, type SearchTerm } from './parse-search.ts'
import { divideByPlace, type Place, placeOf } from './places.ts'
import { rank } from './rank.ts'
import { comparison, sortTasks } from './sort.ts'
import { readView, type ViewDefaults } from './view-address.ts'

/** The keys whose conditions depend on other tasks. */
const linkKeys: FilterKey[] = ['links', ...linkTerms.map(({ term }) => term)]
const isUsed = (key: FilterKey, filter: Filter, terms: SearchTerm[]) =>
  filter[key].length > 0 || terms.some((term) => 'filter' in term && term.filter === key)

interface Settings {
  today: string
  preferences: Pick<Preferences, 'weekStart' | 'sort' | 'filter'>
}

function viewAt(address: string, { preferences }: Settings) {
  const [path = '', search = ''] = address.split('?')
  const defaults: ViewDefaults = { preferences, grouping: 'none', ...(path === '/board' ? { sortBy: 'manual' } : {}) }
  return { path, ...readView(new URLSearchParams(search), defaults) }
}

/** The filter of a view, and the place whose tasks it shows. */
export function settingsOfView(address: string, settings: Settings): { filter: Filter; place: Place } {
  const { path, filter } = viewAt(address, settings)
  return { filter, place: placeOf(path) }
}

/** The tasks that a saved view shows, out of all tasks, in its order: those of Next by urgency, those of the board as they were placed. */
export function tasksInView(address: string, all: Task[], settings: Settings): Task[] {
  const { path, filter, sort } = viewAt(address, settings)
  const { today } = settings
  const found = filterTasks(sortTasks(all, sort), filter, { today, weekStart: settings.preferences.weekStart })
  const { shown } = divideByPlace(found, { place: placeOf(path), filter, today, all })
  return path === '/next' ? rank(shown, today, all).map(({ task }) => task) : shown
}

/** How many open tasks a view shows, out of all tasks. */
export function countInView(address: string, all: Task[], settings: Settings): number {
  const { path, filter } = viewAt(address, settings)
  const { today } = settings
  const found = filterTasks(all, filter, { today, weekStart: settings.preferences.weekStart })
  const open = divideByPlace(found, { place: placeOf(path), filter, today, all }).shown.filter(isOpen)
  return path === '/next' ? open.filter((task) => !isBlocked(linksIn(all), task)).length : open.length
}

/**
 * Finds the tasks of a saved view in batches, for clients that do not have all tasks. Undefined if the links or the words of all tasks
 * decide what the view shows, and in which order.
 */
export function viewInBatches(address: string, settings: Settings) {
  const { path, filter, sort } = viewAt(address, settings)
  const { words, terms } = parseSearch(filter.q)
  const needsAll = words.length || linkKeys.some((key) => isUsed(key, filter, terms))
  const place = placeOf(path)
  if (path === '/next' || place === 'waiting' || needsAll) return undefined
  const { today } = settings
  const calendar = { today, weekStart: settings.preferences.weekStart }
  const find = (some: Task[]) =>
    divideByPlace(filterTasks(some, filter, calendar), { place, filter, today, all: some }).shown
  return { compare: comparison(sort), find }
}
