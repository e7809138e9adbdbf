import type { Task } from '../schemas/tasks.ts'
import { typosIn } from '../typos.ts'
import { type Filter, filterTasks, type meantWords, textOf } from './filter.ts'
import type { FilterKey } from './filter-keys.ts'
import { linkTerms } from './link-filter.ts'
import { parseSearch, type SearchTerm } from './parse-search.ts'
import { divideByPlace, placeOf } from './places.ts'
import { rank } from './rank.ts'
import { comparison, sortTasks } from './sort.ts'
import { type Settings, viewAt } from './view-count.ts'

/** The keys whose conditions depend on other tasks. */
const linkKeys: FilterKey[] = ['links', ...linkTerms.map(({ term }) => term)]
const isUsed = (key: FilterKey, filter: Filter, terms: SearchTerm[]) =>
  filter[key].length > 0 || terms.some((term) => 'filter' in term && term.filter === key)

/** The tasks that a saved view shows, out of all tasks, in its order: those of Next by urgency, those of the board as they were placed. */
export function tasksInView(address: string, all: Task[], settings: Settings, meant?: typeof meantWords): Task[] {
  const { path, filter, sort } = viewAt(address, settings)
  const { today } = settings
  const calendar = { today, weekStart: settings.preferences.weekStart }
  const found = filterTasks(sortTasks(all, sort), filter, calendar, undefined, meant)
  const { shown } = divideByPlace(found, { place: placeOf(path), filter, today, all })
  return path === '/next' ? rank(shown, today, all).map(({ task }) => task) : shown
}

/** The same in steps, between which a server answers others: comparing words with a typo with those of many long texts takes seconds. */
export function* viewSteps(address: string, all: Task[], settings: Settings): Generator<void, Task[]> {
  const searched: { words: string[]; tasks: Task[] }[] = []
  const tasks = tasksInView(address, all, settings, (words, tasks) => {
    searched.push({ words, tasks })
    return words
  })
  const [search] = searched
  if (!search) return tasks
  const typos = typosIn(search.words)
  for (const task of search.tasks) {
    typos.read(textOf(task))
    yield
  }
  return tasksInView(address, all, settings, () => typos.corrected())
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
