import { queryOptions } from '@tanstack/react-query'
import { shareCalls } from '../../contract/calls/shares.ts'
import { call } from '../../contract/client.ts'
import { settingsKey } from '../live/live-queries.ts'

/** The shared links of the user, without their addresses. */
export const sharesQuery = queryOptions({
  queryKey: [settingsKey, 'shares'],
  queryFn: async ({ signal }) => (await call(shareCalls.list, {}, { signal })).shares,
  // A visitor comes at any time.
  staleTime: 0,
})
