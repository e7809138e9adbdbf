import { useCallback, useState } from 'react'
import { type Group, laterGroup } from '../../../contract/task-lists/group.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { savedState } from '../../ui/client-state.ts'
import { usePrinting } from '../../ui/printing.ts'

/** Which groups are closed. This tab remembers those that the user has opened or closed. */
export function useClosedGroups(groups: Group[], isLaterWanted: boolean) {
  const saved = savedState<[string, boolean][]>(useSignedIn().user._id, 'closed-groups')
  const [closed, setClosed] = useState<ReadonlyMap<string, boolean>>(() => new Map(saved.read()))
  const isPrinting = usePrinting()
  const isClosed = useCallback(
    // Completed tasks are closed at first, unless there are no others, and those in Later unless the user asks for them.
    (id: string) =>
      // On paper, nothing can be opened.
      !isPrinting && (closed.get(id) ?? (id === laterGroup ? !isLaterWanted : id === 'done' && groups.length > 1)),
    [closed, groups.length, isLaterWanted, isPrinting],
  )
  const toggle = (id: string) => {
    const next = new Map([...closed, [id, !isClosed(id)]] as const)
    saved.save([...next])
    setClosed(next)
  }
  return { isClosed, toggle }
}
