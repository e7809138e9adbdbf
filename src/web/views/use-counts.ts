import { useMemo } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import { filterTasks } from '../../contract/task-lists/filter.ts'
import { readView } from '../../contract/task-lists/view-address.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { useToday } from '../tasks/today.ts'
import { isTaskView } from './saved-views.ts'

/** How many tasks each saved view shows. */
export function useCounts(views: SavedView[], tasks: Task[]): ReadonlyMap<string, number> {
  const { preferences } = useSignedIn()
  const today = useToday()
  // Renders create the list of views anew; its content decides.
  const key = JSON.stringify(views.map(({ id, address }) => [id, address]))
  return useMemo(() => {
    const calendar = { today, weekStart: preferences.weekStart }
    const addresses: [string, string][] = JSON.parse(key)
    return new Map(
      addresses
        .filter(([, address]) => isTaskView(address))
        .map(([id, address]) => {
          const { filter } = readView(new URLSearchParams(address.split('?')[1]), { preferences, grouping: 'none' })
          return [id, filterTasks(tasks, filter, calendar).length]
        }),
    )
  }, [key, tasks, today, preferences])
}
