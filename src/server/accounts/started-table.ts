import type { Kysely } from 'kysely'
import type { Schema, StartedSignInRow } from '../database/schema.ts'
import type { EndedSessions } from './provider-sign-out.ts'

/** Queries on sign-ins that wait for a second factor. */
export function startedTable(db: Kysely<Schema>) {
  return {
    insert: (row: StartedSignInRow) => db.insertInto('started_sign_ins').values(row).execute(),
    /** The hashes of an owner's sign-ins, newest first. */
    list: async (owner: string) => {
      const rows = await db
        .selectFrom('started_sign_ins')
        .select('token_hash')
        .where('user_id', '=', owner)
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map(({ token_hash }) => token_hash)
    },
    find: (tokenHash: string) =>
      db.selectFrom('started_sign_ins').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),
    /** Returns false if it has ended. */
    remove: async (tokenHash: string) => {
      const { numDeletedRows } = await db
        .deleteFrom('started_sign_ins')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    removeAll: (owner: string) => db.deleteFrom('started_sign_ins').where('user_id', '=', owner).execute(),
    /** Removes those that began at a provider, as `sessions.removeOfProvider`. */
    removeOfProvider: ({ issuer, subject, sid, until }: EndedSessions) =>
      db
        .deleteFrom('started_sign_ins')
        .where('issuer', '=', issuer)
        .where('created_at', '<=', until)
        .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
        .$if(sid !== undefined, (query) => query.where('sid', '=', sid ?? ''))
        .execute(),
    removeOld: (before: number) => db.deleteFrom('started_sign_ins').where('created_at', '<=', before).execute(),
  }
}
