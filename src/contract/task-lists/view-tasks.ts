import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { filterTasks } from './filter.ts'
import { rank } from './rank.ts'
import { sortTasks } from './sort.ts'
import { readView, type ViewDefaults } from './view-address.ts'

interface Settings {
  today: string
  preferences: Pick<Preferences, 'weekStart' | 'sort' | 'filter'>
}

/** The tasks that a saved view shows, out of all tasks, in its order: those of Next by urgency, those of the board as they were placed. */
export function tasksInView(address: string, all: Task[], { today, preferences }: Settings): Task[] {
  const [path = '', search = ''] = address.split('?')
  const defaults: ViewDefaults = { preferences, grouping: 'none', ...(path === '/board' ? { sortBy: 'manual' } : {}) }
  const { filter, sort } = readView(new URLSearchParams(search), defaults)
  const { weekStart } = preferences
  const found = filterTasks(sortTasks(all, sort), filter, { today, weekStart })
  return path === '/next' ? rank(found, today, all).map(({ task }) => task) : found
}
