import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { securityEventCalls } from '../../contract/calls/security-events.ts'
import { call } from '../../contract/client.ts'

/** The security events of the user, newest first, page by page. */
export const eventsQuery = infiniteQueryOptions({
  queryKey: ['security-events'],
  queryFn: ({ pageParam }) => call(securityEventCalls.list, { query: pageParam ? { after: pageParam } : {} }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})

/** After a change that is an event, too. */
export const refreshEvents = (client: QueryClient) => void client.invalidateQueries({ queryKey: eventsQuery.queryKey })
