import { useMemo } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import { countInView } from '../../contract/task-lists/view-count.ts'
import { useSession } from '../accounts/session.ts'
import { useToday } from '../tasks/today.ts'
import { isTaskView } from './saved-views.ts'

/** How many open tasks each saved view shows. */
export function useCounts(views: SavedView[], tasks: Task[]): ReadonlyMap<string, number> {
  const preferences = useSession().session?.preferences
  const today = useToday()
  // Renders create the list of views anew; its content decides.
  const key = JSON.stringify(views.map(({ id, address }) => [id, address]))
  return useMemo(() => {
    if (!preferences) return new Map()
    const addresses: [string, string][] = JSON.parse(key)
    return new Map(
      addresses
        .filter(([, address]) => isTaskView(address))
        .map(([id, address]) => [id, countInView(address, tasks, { today, preferences })]),
    )
  }, [key, tasks, today, preferences])
}
