import { queryOptions } from '@tanstack/react-query'
import { webhookCalls } from '../../contract/calls/webhooks.ts'
import { call } from '../../contract/client.ts'

/** The webhooks of the user, each with its last delivery. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(webhookCalls.list, {}, { signal })).hooks,
  // A forge delivers at any time.
  staleTime: 0,
})

/** The last deliveries of a webhook. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async ({ signal }) => (await call(webhookCalls.deliveries, { params: { id } }, { signal })).deliveries,
    staleTime: 0,
  })
