import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { type Filter, filterTasks } from './filter.ts'
import { isBlocked, isOpen, linksIn } from './link-index.ts'
import { divideByPlace, type Place, placeOf } from './places.ts'
import { readView, type ViewDefaults } from './view-address.ts'

/** The settings of a user on which a view depends. */
export interface Settings {
  today: string
  preferences: Pick<Preferences, 'weekStart' | 'sort' | 'filter'>
}

/** The path and the settings of a view at its address. */
export function viewAt(address: string, { preferences }: Settings) {
  const [path = '', search = ''] = address.split('?')
  const defaults: ViewDefaults = { preferences, grouping: 'none', ...(path === '/board' ? { sortBy: 'manual' } : {}) }
  return { path, ...readView(new URLSearchParams(search), defaults) }
}

/** The filter of a view, and the place whose tasks it shows. */
export function settingsOfView(address: string, settings: Settings): { filter: Filter; place: Place } {
  const { path, filter } = viewAt(address, settings)
  return { filter, place: placeOf(path) }
}

/** How many open tasks a view shows, out of all tasks. */
export function countInView(address: string, all: Task[], settings: Settings): number {
  const { path, filter } = viewAt(address, settings)
  const { today } = settings
  const found = filterTasks(all, filter, { today, weekStart: settings.preferences.weekStart })
  const open = divideByPlace(found, { place: placeOf(path), filter, today, all }).shown.filter(isOpen)
  return path === '/next' ? open.filter((task) => !isBlocked(linksIn(all), task)).length : open.length
}
