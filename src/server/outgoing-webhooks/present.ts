import { plainName } from '../../contract/plain-names.ts'
import type { OutgoingWebhook, SentDelivery, WholeDelivery } from '../../contract/schemas/outgoing-webhooks.ts'
import type { OutgoingHookRow, OutgoingMessageRow } from '../database/schema.ts'
import type { Sent } from './outgoing-table.ts'

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

export const deliveryOf = (row: Sent): SentDelivery => ({
  id: row.id,
  event: row.event,
  at: iso(row.at),
  state: row.state,
  attempts: row.attempts,
  triedAt: isoOrNull(row.tried_at),
  nextAt: isoOrNull(row.next_at),
  status: row.status,
  tookMs: row.took_ms,
  problem: row.problem,
})

export const wholeDeliveryOf = (row: OutgoingMessageRow): WholeDelivery => ({
  ...deliveryOf(row),
  request: row.body,
  response: row.response,
})

export const outgoingWebhookOf = (row: OutgoingHookRow, last?: Sent): OutgoingWebhook => ({
  id: row.id,
  name: plainName(row.name),
  url: row.url,
  events: JSON.parse(row.events),
  view: row.view_id,
  filter: row.filter,
  createdAt: iso(row.created_at),
  failingSince: isoOrNull(row.failing_since),
  pausedAt: isoOrNull(row.paused_at),
  pausedWhy: row.paused_why,
  lastDelivery: last ? deliveryOf(last) : null,
})
