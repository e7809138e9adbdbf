import type { Kysely } from 'kysely'
import { eraseCalendars } from '../calendars/calendars.ts'
import type { Schema } from '../database/schema.ts'
import { eraseIssueSources } from '../issue-sources/issue-sources.ts'
import { endAccessLinks, endAccessMails, eraseMailLinks } from '../mail/mail-links.ts'
import { eraseMeetings } from '../meetings/meetings.ts'
import { eraseOAuthCodes, eraseOAuthGrants } from '../oauth/oauth.ts'
import { eraseOutgoingWebhooks } from '../outgoing-webhooks/outgoing-webhooks.ts'
import { erasePasskeys } from '../passkeys/passkeys.ts'
import { eraseTrust } from '../second-factor/second-factor.ts'
import { eraseShares } from '../shares/shares.ts'
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
  passkeys: erasePasskeys,
  oauth_codes: eraseOAuthCodes,
  oauth_grants: eraseOAuthGrants,
  identities: (tx, owner) => accountTable(tx).removeIdentities(owner),
  calendars: eraseCalendars,
  // Its addresses let their owner read somebody's calendar.
  meeting_calendars: eraseMeetings,
  shares: eraseShares,
  known_devices: (tx, owner) => knownDeviceTable(tx).removeAll(owner),
  // Before the links, because a mail that is being handed over stores one.
  deliveries: endAccessMails,
  mail_links: eraseMailLinks,
  hooks: eraseWebhooks,
  ways: eraseWays,
  outgoing_hooks: eraseOutgoingWebhooks,
  issue_sources: eraseIssueSources,
} satisfies Partial<Record<keyof Schema, End>>

/**
 * Ends what a stranger who has signed in could go on with, for the user of one session, which stays: other sessions, sign-ins that wait, tokens,
 * and mails with links. Every browser counts as new again. The account must be locked.
 */
export async function endOtherAccess(tx: Kysely<Schema>, owner: string, session: string): Promise<void> {
  await sessionTable(tx).removeOthers(owner, session)
  await lastingAccess.started_sign_ins(tx, owner)
  await lastingAccess.trusted_devices(tx, owner)
  await lastingAccess.tokens(tx, owner)
  await lastingAccess.device_grants(tx, owner)
  await lastingAccess.oauth_codes(tx, owner)
  await lastingAccess.oauth_grants(tx, owner)
  await lastingAccess.known_devices(tx, owner)
  await endAccessLinks(tx, owner)
}

/**
 * Ends all access to an account that is being deleted or that has a new owner, within the transaction of that change. The account must be
 * locked, because only then nothing new can be made at the same time.
 */
export async function endAccess(tx: Kysely<Schema>, owner: string): Promise<void> {
  for (const end of Object.values<End>(lastingAccess)) await end(tx, owner)
}
