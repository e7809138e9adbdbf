import type { Kysely } from 'kysely'
import { eraseCalendars } from '../calendars/calendars.ts'
import type { Schema } from '../database/schema.ts'
import { endAccessMails, eraseMailLinks } from '../mail/mail-links.ts'
import { eraseOutgoingWebhooks } from '../outgoing-webhooks/outgoing-webhooks.ts'
import { eraseTrust } from '../second-factor/second-factor.ts'
import { eraseApprovals } from '../tokens/devices.ts'
import { eraseTokens } from '../tokens/tokens.ts'
import { eraseWays } from '../ways/ways.ts'
import { eraseWebhooks } from '../webhooks/webhooks.ts'
import { accountTable } from './account-table.ts'
import { knownDeviceTable } from './known-device-table.ts'
import { sessionTable } from './session-table.ts'
import { startedTable } from './started-table.ts'

type End = (tx: Kysely<Schema>, owner: string) => Promise<unknown>

/**
 * Everything besides the password with which somebody can act for an account, or sign in to it unnoticed, by its table: the only such list. A new kind
 * belongs here, or it would outlive its owner.
 */
export const lastingAccess = {
  sessions: (tx, owner) => sessionTable(tx).removeAll(owner),
  started_sign_ins: (tx, owner) => startedTable(tx).removeAll(owner),
  trusted_devices: eraseTrust,
  tokens: eraseTokens,
  device_grants: eraseApprovals,
  identities: (tx, owner) => accountTable(tx).removeIdentities(owner),
  calendars: eraseCalendars,
  known_devices: (tx, owner) => knownDeviceTable(tx).removeAll(owner),
  // Before the links, because a mail that is being handed over stores one.
  deliveries: endAccessMails,
  mail_links: eraseMailLinks,
  hooks: eraseWebhooks,
  ways: eraseWays,
  outgoing_hooks: eraseOutgoingWebhooks,
} satisfies Partial<Record<keyof Schema, End>>

/**
 * Ends all access to an account that is being deleted or that has a new owner, within the transaction of that change. The account must be
 * locked, because only then nothing new can be made at the same time.
 */
export async function endAccess(tx: Kysely<Schema>, owner: string): Promise<void> {
  for (const end of Object.values<End>(lastingAccess)) await end(tx, owner)
}
