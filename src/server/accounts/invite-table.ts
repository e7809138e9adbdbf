import type { Kysely } from 'kysely'
import type { InviteRow, Schema } from '../database/schema.ts'
import { emailKey } from './emails.ts'

/** Queries on invitations. Used and expired ones are removed. */
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
    /** Uses up an invitation. Returns false if it is not valid for this email. Only one of several concurrent calls succeeds. */
    use: async (codeHash: string, email: string, now: number) => {
      const invite = await findFor(codeHash, email, now)
      return invite !== undefined && remove(invite.id)
    },
    remove,
    removeExpired: (now: number) => db.deleteFrom('invites').where('expires_at', '<=', now).execute(),
  }
}
