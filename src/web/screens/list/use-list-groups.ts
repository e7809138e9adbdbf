import { useMemo } from 'react'
import { type Group, type Grouping, groupTasks } from '../../../contract/task-lists/group.ts'
import { groupByReturn } from '../../../contract/task-lists/group-by-return.ts'
import type { Place } from '../../../contract/task-lists/places.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useToday } from '../../tasks/today.ts'
import type { Shown } from '../../views/use-view.ts'

/** The groups of the list. Its last one holds the tasks in Later; the list of Later itself is grouped by the days of their return. */
export function useListGroups({ tasks, later, words }: Shown, place: Place, grouping: Grouping): Group[] {
  const { weekStart } = useSignedIn().preferences
  const today = useToday()
  return useMemo(() => {
    const calendar = { today, weekStart }
    if (place === 'later' && !words.length) return groupByReturn(tasks, calendar)
    return groupTasks(grouping === 'none' ? tasks : [...tasks, ...later], grouping, calendar)
  }, [tasks, later, words, place, grouping, today, weekStart])
}
