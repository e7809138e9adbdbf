import { queryOptions } from '@tanstack/react-query'
import { calendarCalls } from '../../contract/calls/calendars.ts'
import { call } from '../../contract/client.ts'

/** The calendars of the user, without their addresses. */
export const calendarsQuery = queryOptions({
  queryKey: ['calendars'],
  queryFn: async ({ signal }) => (await call(calendarCalls.list, {}, { signal })).calendars,
  // A calendar program reads at any time.
  staleTime: 0,
})
