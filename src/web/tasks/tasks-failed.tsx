import { reloadDeck, useDeck } from '../deck/current-deck.ts'
import { LoadFailed } from '../ui/load-failed.tsx'

/** Says why no tasks are shown, if they could not be loaded. */
export function TasksFailed({ order }: { order?: 1 | 2 }) {
  const { isReady, error } = useDeck()
  if (isReady || !error) return null
  return <LoadFailed what="your tasks" error={error} onRetry={reloadDeck} order={order} />
}
