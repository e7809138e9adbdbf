import type { Kysely } from 'kysely'
import type { InviteRow, Schema } from '../database/schema.ts'
import { emailKey } from './emails.ts'

/** Queries on invitations. One that is used or expired is removed. */
export function inviteTable(db: Kysely<Schema>) {
  const open = (now: number) => db.selectFrom('invites').selectAll().where('expires_at', '>', now)
  const findFor = async (codeHash: string, email: string, now: number) => {
    const invite = await open(now).where('code_hash', '=', codeHash).executeTakeFirst()
    return invite && (invite.email === null || emailKey(invite.email) === emailKey(email)) ? invite : undefined
  }
  const remove = async (id: string) => {
    const { numDeletedRows } = await db.deleteFrom('invites').where('id', '=', id).executeTakeFirst()
    return numDeletedRows > 0n
  }
  return {
    insert: (row: InviteRow) => db.insertInto('invites').values(row).execute(),
    list: (now: number) => open(now).orderBy('created_at').execute(),
    findFor,
    /** Returns false unless the invitation is valid for this email. Of several at once, one gets it. */
    use: async (codeHash: string, email: string, now: number) => {
      const invite = await findFor(codeHash, email, now)
      return invite !== undefined && remove(invite.id)
    },
    remove,
    removeExpired: (now: number) => db.deleteFrom('invites').where('expires_at', '<=', now).execute(),
  }
}
