import { queryOptions } from '@tanstack/react-query'
import { outgoingWebhookCalls } from '../../contract/calls/outgoing-webhooks.ts'
import { call } from '../../contract/client.ts'
import { settingsKey } from '../live/live-queries.ts'

/** The webhooks of the user to other programs, each with its last delivery. */
export const outgoingQuery = queryOptions({
  queryKey: [settingsKey, 'outgoing webhooks'],
  queryFn: async ({ signal }) => (await call(outgoingWebhookCalls.list, {}, { signal })).webhooks,
  // Something is sent at any time.
  staleTime: 0,
})

/** The last deliveries of a webhook. */
export const sentDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [settingsKey, 'outgoing webhooks', id],
    queryFn: async ({ signal }) =>
      (await call(outgoingWebhookCalls.deliveries, { params: { id } }, { signal })).deliveries,
    staleTime: 0,
  })

/** One delivery with its request and response. */
export const sentDeliveryQuery = (id: string, delivery: string) =>
  queryOptions({
    queryKey: [settingsKey, 'outgoing webhooks', id, delivery],
    queryFn: async ({ signal }) =>
      (await call(outgoingWebhookCalls.delivery, { params: { id, delivery } }, { signal })).delivery,
    staleTime: 0,
  })
