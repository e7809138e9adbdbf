import { queryOptions } from '@tanstack/react-query'
import { caldavCalls } from '../../contract/calls/caldav.ts'
import { call } from '../../contract/client.ts'

/** Where CalDAV is on this server, and the saved views that are offered there. */
export const caldavQuery = queryOptions({
  queryKey: ['caldav'],
  queryFn: ({ signal }) => call(caldavCalls.lists, {}, { signal }),
})
