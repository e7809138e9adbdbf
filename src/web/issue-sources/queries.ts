import { queryOptions } from '@tanstack/react-query'
import { issueSourceCalls } from '../../contract/calls/issue-sources.ts'
import { call } from '../../contract/client.ts'
import { settingsKey } from '../live/live-queries.ts'

/** The repositories whose issues are tasks of the user. */
export const issueSourcesQuery = queryOptions({
  queryKey: [settingsKey, 'issue sources'],
  queryFn: async ({ signal }) => (await call(issueSourceCalls.list, {}, { signal })).sources,
  staleTime: 0,
  // A sync that changes nothing sends no event, and the time of the last one is shown.
  refetchInterval: 60_000,
})
