import { useLayoutEffect } from 'react'
import { createCell } from '../ui/client-state.ts'

/** The ids of the tasks that the commands for tasks change now: those selected, the one with the focus, or the one on the page. */
export const commandTargets = createCell<readonly string[]>([])

/** Names the tasks that the commands of this list or page change. */
export function useCommandTargets(ids: readonly string[]) {
  // Renders create the list anew; its content decides.
  const key = ids.join()
  useLayoutEffect(() => {
    commandTargets.set(key ? key.split(',') : [])
    return () => commandTargets.set([])
  }, [key])
}
