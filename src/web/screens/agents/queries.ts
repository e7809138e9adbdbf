import { queryOptions } from '@tanstack/react-query'
import { agentCalls } from '../../../contract/calls/agents.ts'
import { historyCalls } from '../../../contract/calls/history.ts'
import { call } from '../../../contract/client.ts'
import { liveKey } from '../../live/live-queries.ts'

/** Errors of tokens are not in the live stream. */
const everyMs = 60_000

/** The tokens that have worked in the last days. Fetched again like the activity, with each change. */
export const agentsQuery = (since: string) =>
  queryOptions({
    queryKey: [liveKey, 'activity', 'agents', since],
    queryFn: ({ signal }) => call(agentCalls.list, { query: { since } }, { signal }),
    refetchInterval: everyMs,
  })

interface Period {
  since: string
  until?: string
}

/** The effect of undoing the work of a token. */
export const tokenUndoQuery = (via: string, period: Period) =>
  queryOptions({
    queryKey: ['token-undo', via, period],
    queryFn: ({ signal }) => call(historyCalls.tokenUndo, { query: { via, ...period } }, { signal }),
    // Always as it is now: the list decides what is undone.
    staleTime: 0,
    gcTime: 0,
  })
