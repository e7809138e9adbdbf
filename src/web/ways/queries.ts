import { queryOptions } from '@tanstack/react-query'
import { wayCalls } from '../../contract/calls/ways.ts'
import { call } from '../../contract/client.ts'
import { settingsKey } from '../live/live-queries.ts'

/** The ways in which the user is notified. */
export const waysQuery = queryOptions({
  queryKey: [settingsKey, 'ways'],
  queryFn: ({ signal }) => call(wayCalls.list, {}, { signal }),
  // A message can arrive or fail at any time.
  staleTime: 0,
})
