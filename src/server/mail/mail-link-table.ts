import type { Kysely } from 'kysely'
import type { LinkPurpose } from '../../contract/mail.ts'
import type { MailLinkRow, Schema } from '../database/schema.ts'

/** Queries on links in mails. */
export function mailLinkTable(db: Kysely<Schema>) {
  const ofUser = (owner: string) => db.deleteFrom('mail_links').where('user_id', '=', owner)
  return {
    insert: (row: MailLinkRow) => db.insertInto('mail_links').values(row).execute(),
    find: (tokenHash: string): Promise<MailLinkRow | undefined> =>
      db.selectFrom('mail_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),
    /** Removes a link and returns it: of several callers, one gets it. */
    take: (tokenHash: string): Promise<MailLinkRow | undefined> =>
      db.deleteFrom('mail_links').where('token_hash', '=', tokenHash).returningAll().executeTakeFirst(),
    removeAll: (owner: string) => ofUser(owner).execute(),
    removeOf: (owner: string, purposes: LinkPurpose[]) => ofUser(owner).where('purpose', 'in', purposes).execute(),
    removeExpired: (now: number) => db.deleteFrom('mail_links').where('expires_at', '<=', now).execute(),
  }
}
