import { useMemo } from 'react'
import { sortTasks } from '../../../contract/task-lists/sort.ts'
import type { DeckTask } from '../../deck/change.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { useRemembered } from '../../navigation/opened-from.ts'
import { paths } from '../../navigation/paths.ts'
import { useTrail } from '../../navigation/trail.ts'

/** The list that the page of a task leads back to. */
export interface Place {
  name: string
  to: string
  /** The position of the task in the list, from 1; 0 if it is not there. */
  position: number
  count: number
  previous: string | undefined
  next: string | undefined
}

/**
 * The place of a task in the list that the user came from. The order stays that of the moment when the task was opened: a task that is
 * completed here keeps its place. Without such a list, after a reload for example, it is the order of the dashboard.
 */
export function usePlace({ _id }: Pick<DeckTask, '_id'>): Place {
  const [from = { name: 'Dashboard', to: paths.dashboard }] = useTrail()
  const listed = useRemembered(from.to)
  const { byId, tasks } = useDeck()
  const order = useMemo(() => {
    const isPresent = (id: string) => id === _id || (byId.has(id) && !byId.get(id)?.trashedAt)
    const present = listed?.map((task) => task._id).filter(isPresent)
    if (present?.includes(_id)) return present
    return sortTasks(tasks, { by: 'due', order: 'desc' }).map((task) => task._id)
  }, [listed, byId, tasks, _id])
  const index = order.indexOf(_id)
  return {
    ...from,
    position: index + 1,
    count: order.length,
    previous: index > 0 ? order[index - 1] : undefined,
    next: index >= 0 ? order[index + 1] : undefined,
  }
}
