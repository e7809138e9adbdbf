import { hash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { confirmHours, type LinkPurpose, resetMinutes } from '../../contract/mail.ts'
import type { Database } from '../database/database.ts'
import type { MailLinkRow, Schema } from '../database/schema.ts'
import { removeDeliveries } from '../deliveries/deliveries.ts'
import { mailLinkTable } from './mail-link-table.ts'

interface Dependencies {
  database: Database
  clock: () => number
}

const hour = 3_600_000
const lifetimeMs: Record<LinkPurpose, number> = {
  'reset-password': resetMinutes * 60_000,
  'confirm-email': confirmHours * hour,
  // Mail programs offer to unsubscribe for as long as a mail is kept.
  unsubscribe: 90 * 24 * hour,
}

/** A link that has not been stored yet. */
export interface NewLink {
  /** Only the reader of the mail gets it. */
  token: string
  /** Stores the link, in the transaction in which its mail is handed over. */
  store: (tx: Kysely<Schema>) => Promise<unknown>
}

/** Links in mails, each with a random token, of which only the hash is stored. Opening one changes nothing: its page asks first. */
export function mailLinks({ database, clock }: Dependencies) {
  // A link from the future was made with a wrong clock.
  const isValid = (row: MailLinkRow | undefined, purpose: LinkPurpose): row is MailLinkRow =>
    row?.purpose === purpose && clock() < row.expires_at && row.expires_at <= clock() + lifetimeMs[purpose] + hour

  return {
    make(owner: string, purpose: LinkPurpose, email: string): NewLink {
      const token = randomBytes(32).toString('base64url')
      const now = clock()
      const row: MailLinkRow = {
        token_hash: hashOf(token),
        user_id: owner,
        ...{ purpose, email, created_at: now, expires_at: now + lifetimeMs[purpose] },
      }
      return { token, store: (tx) => mailLinkTable(tx).insert(row) }
    },

    /** The link with this token. Fails with `not_found` if it is unknown, expired, used, or for another purpose. */
    async find(token: string, purpose: LinkPurpose): Promise<MailLinkRow> {
      const row = await mailLinkTable(database.db).find(hashOf(token))
      if (!isValid(row, purpose)) throw deadLink()
      return row
    },

    /** Uses a link up, within the transaction of its effect. Fails like `find`. */
    async use(tx: Kysely<Schema>, token: string, purpose: LinkPurpose): Promise<MailLinkRow> {
      const row = await mailLinkTable(tx).take(hashOf(token))
      if (!isValid(row, purpose)) throw deadLink()
      return row
    },

    async forgetOld(): Promise<void> {
      await mailLinkTable(database.db).removeExpired(clock())
    },
  }
}

export type MailLinks = ReturnType<typeof mailLinks>

/** Ends all links of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseMailLinks = (tx: Kysely<Schema>, owner: string) => mailLinkTable(tx).removeAll(owner)

/** The kinds of the mails whose links let somebody act for an account. */
export const accessMails = { 'reset-password': 'mail-password', 'confirm-email': 'mail-confirm' } as const

/**
 * Takes back the mails with such links that wait, each of which would get a new link, within the transaction that ends the links. One that is being
 * handed over is waited for, or fails: so the links are ended after it.
 */
export async function endAccessMails(tx: Kysely<Schema>, owner: string): Promise<void> {
  for (const kind of Object.values(accessMails)) await removeDeliveries(tx, owner, kind)
}

/** Ends the links with which somebody could act for an account, sent or not, as its password is changed, within that transaction. */
export async function endAccessLinks(tx: Kysely<Schema>, owner: string): Promise<void> {
  await endAccessMails(tx, owner)
  await mailLinkTable(tx).removeOf(owner, ['reset-password', 'confirm-email'])
}

const hashOf = (token: string) => hash('sha256', token, 'base64url')

export const deadLink = () =>
  new AppError('not_found', 'This link no longer works. It was used already, or it is too old.')
