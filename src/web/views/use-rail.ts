import { useDeferredValue, useMemo } from 'react'
import { useLocation, useMatch } from 'react-router'
import { countPlaces } from '../../contract/task-lists/places.ts'
import { useDeck } from '../deck/current-deck.ts'
import { paths } from '../navigation/paths.ts'
import { useTrail } from '../navigation/trail.ts'
import { useNeedsYou } from '../questions/needs-you.ts'
import { useSavedViews } from '../saved-views/queries.ts'
import { useToday } from '../tasks/today.ts'
import { useSavedAt } from './opened-view.ts'
import { orderedViews } from './saved-views.ts'

/** The contents of the rail: the saved views, the numbers of open tasks, and the address that is marked as current. */
export function useRail() {
  const { tasks: all, isReady } = useDeck()
  // The numbers may follow the tasks on the screen a moment later.
  const tasks = useDeferredValue(all)
  const today = useToday()
  const counts = useMemo(() => countPlaces(tasks, today), [tasks, today])
  const { pathname, search } = useLocation()
  const [from] = useTrail()
  // The page of a task belongs to the list that the user came from.
  const isTask = Boolean(useMatch(paths.task))
  const address = isTask ? (from?.to ?? paths.dashboard) : pathname + search
  const views = orderedViews(useSavedViews())
  const opened = useSavedAt(address)?.saved
  const needsYou = useNeedsYou()
  return { tasks, counts: isReady ? { ...counts, needsYou } : undefined, address, opened, views, isView: !isTask }
}
