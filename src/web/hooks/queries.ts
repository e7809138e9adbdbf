import { queryOptions } from '@tanstack/react-query'
import { call } from '../../contract/client.ts'
import { hookCalls } from '../../contract/hooks.ts'

/** The webhooks of the user, each with its last delivery. */
export const hooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(hookCalls.list, {}, { signal })).hooks,
  // A forge delivers at any time.
  staleTime: 0,
})

/** The last deliveries of a webhook. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) => (await call(hookCalls.deliveries, { params: { id } }, { signal })).deliveries,
    staleTime: 0,
  })
