import type { Query, QueryClient } from '@tanstack/react-query'
import { CallError, isTemporary } from '../../contract/client.ts'
import { isLive } from './state.ts'

/** The first part of the key of every query that live events keep up to date. */
export const liveKey = 'live'

/** The first part of the key of every query of the user's data other than tasks. It is fetched again when the server says so. */
export const settingsKey = 'settings'

export const refreshSettings = (client: QueryClient) => void client.invalidateQueries({ queryKey: [settingsKey] })

/** After a change by this tab: fetches all such queries again, unless a live event brings the change. */
export function refreshUnlessLive(client: QueryClient) {
  if (!isLive()) void client.invalidateQueries({ queryKey: [liveKey] })
}

/** A query that the server refused for good is not fetched again. */
const isWorthFetching = ({ state: { error } }: Query) => !(error instanceof CallError) || isTemporary(error)

export function refreshAll(client: QueryClient) {
  void client.invalidateQueries({ queryKey: [liveKey], predicate: isWorthFetching })
}
