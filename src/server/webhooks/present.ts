import { plainName } from '../../contract/plain-names.ts'
import type { Delivery, Webhook } from '../../contract/schemas/webhooks.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../database/schema.ts'
import type { Authors } from './findings.ts'

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

export const deliveryOf = ({ id, at, event, outcome, message }: WebhookDeliveryRow): Delivery => ({
  id,
  at: iso(at),
  event,
  outcome,
  message,
})

/** Authors as they are stored; null if the work of everyone counts. */
export const storedAuthors = (names: string[] = []) =>
  names.length ? JSON.stringify([...new Set(names.map((name) => name.trim().toLowerCase()))]) : null
export const authorsOf = ({ authors }: WebhookRow): Authors => (authors ? (JSON.parse(authors) as string[]) : null)

export const webhookOf = (hook: WebhookRow, last?: WebhookDeliveryRow): Webhook => ({
  id: hook.id,
  // Older versions have stored names with hidden characters.
  name: plainName(hook.name),
  forge: hook.forge,
  authors: (authorsOf(hook) ?? []).map((author) => plainName(author)),
  createdAt: iso(hook.created_at),
  lastDelivery: last ? deliveryOf(last) : null,
})
