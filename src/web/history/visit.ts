import { useEffect } from 'react'
import { createUserCell } from '../ui/client-state.ts'

/** When this visit began, by the clock of the browser: when the page was opened, or when the user signed in. */
const visitStart = createUserCell<number | undefined>(undefined)

/** Records the beginning of the visit. */
export function useVisit() {
  useEffect(() => visitStart.update((start) => start ?? Date.now()), [])
}

/** How long the visit has lasted. Comparable with ages that the server sends, even if the clocks disagree. */
export function visitMs(): number {
  const now = Date.now()
  return now - (visitStart.get() ?? now)
}
