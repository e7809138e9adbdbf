import type { Query, QueryClient } from '@tanstack/react-query'
import { CallError, isTemporary } from '../../contract/client.ts'
import { isLive } from './state.ts'

/** The first part of the key of every query that live events keep up to date. */
export const liveKey = 'live'

/** While live events arrive, loaded data stays fresh and is not fetched again. */
export const liveStaleTime = () => (isLive() ? Number.POSITIVE_INFINITY : 0)

/** After a change by this tab: fetches all such queries again, unless a live event brings the change. */
export function refreshUnlessLive(client: QueryClient) {
  if (!isLive()) void client.invalidateQueries({ queryKey: [liveKey] })
}

/** A query that the server refused for good is not fetched again. */
const isWorthFetching = ({ state: { error } }: Query) => !(error instanceof CallError) || isTemporary(error)

export function refreshAll(client: QueryClient) {
  void client.invalidateQueries({ queryKey: [liveKey], predicate: isWorthFetching })
}

/** Whether events can be applied to the cached data: a response that is still on its way may be older than an event. */
export const isSettled = ({ state }: Query) => state.fetchStatus === 'idle' && !state.isInvalidated

/** Fetches a query once more, after a response that is still on its way. */
export function fetchAgain(client: QueryClient, { queryKey, promise, state }: Query) {
  const invalidate = () => client.invalidateQueries({ queryKey })
  if (state.fetchStatus === 'idle') void invalidate()
  else promise?.then(invalidate, invalidate)
}
