import { useMemo } from 'react'
import { type Grouping, laterGroup } from '../../../contract/task-lists/group.ts'
import type { SaidFacts } from '../../tasks/line-facts.tsx'

/** The facts that rows need not repeat, because their group or the filter says them. The same object for all rows of a group. */
export function useSaidFacts(grouping: Grouping, filtered: readonly string[]): (groupId: string) => SaidFacts {
  return useMemo(() => {
    const groups = new Map<string, SaidFacts>()
    return (groupId) => {
      // The group of Later says nothing else.
      const by = groupId === laterGroup ? 'none' : grouping
      const said = groups.get(groupId) ?? {
        isDueSaid: by === 'due',
        isPrioritySaid: by === 'priority',
        labels: by === 'label' ? [...filtered, groupId] : filtered,
      }
      groups.set(groupId, said)
      return said
    }
  }, [grouping, filtered])
}
