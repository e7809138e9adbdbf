import type { InferResult, Kysely } from 'kysely'
import { lockRows } from '../database/row-lock.ts'
import type { Schema, SessionRow } from '../database/schema.ts'
import type { WithPosition } from '../history/position.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

/** Finds a session by the hash of its token. Runs on every request. */
export function findByToken(db: Kysely<Schema>, tokenHash: string) {
  return (
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('token_hash', '=', tokenHash)
      // Excludes sessions that were started while the account was being deleted.
      .where('users.removed_at', 'is', null)
      .where(isEnabled('users.id'))
      .select(['sessions.id as session_id', 'sessions.created_at', 'seen_at', 'proved_at'])
      .select(['users.id', 'username', 'email', 'image', 'preferences'])
  )
}

export type FoundSession = WithPosition<InferResult<ReturnType<typeof findByToken>>[number]>

/** Queries on the sessions of an owner. */
export function sessionTable(db: Kysely<Schema>) {
  const ofUser = (userId: string) => db.deleteFrom('sessions').where('user_id', '=', userId)
  return {
    insert: (row: SessionRow) => db.insertInto('sessions').values(row).execute(),
    /** Finds and locks the row until the transaction ends. */
    lock: (userId: string, id: string) =>
      db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .$call(lockRows(db))
        .executeTakeFirst(),
    list: (userId: string) =>
      db
        .selectFrom('sessions')
        .select(['id', 'device', 'created_at', 'seen_at'])
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .execute(),
    ofUsers: (userIds: string[]) =>
      db
        .selectFrom('sessions')
        .select(['id', 'user_id', 'seen_at', 'created_at'])
        .where('user_id', 'in', userIds)
        .execute(),
    touch: (userId: string, id: string, change: Partial<Pick<SessionRow, 'seen_at' | 'proved_at'>>) =>
      db.updateTable('sessions').set(change).where('user_id', '=', userId).where('id', '=', id).execute(),
    remove: async (userId: string, id: string) => {
      const { numDeletedRows } = await ofUser(userId).where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
    removeOthers: (userId: string, id: string) => ofUser(userId).where('id', '!=', id).execute(),
    removeAll: (userId: string) => ofUser(userId).execute(),
    /** Ends the sessions that began at a provider until a time: all of a subject, those of one session there, or both. Returns their owners. */
    removeOfProvider: async (
      { issuer, subject, sid }: { issuer: string; subject?: string | undefined; sid?: string | undefined },
      until: number,
    ) => {
      const removed = await db
        .deleteFrom('sessions')
        .where('issuer', '=', issuer)
        .where('created_at', '<=', until)
        .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
        .$if(sid !== undefined, (query) => query.where('sid', '=', sid ?? ''))
        .returning('user_id')
        .execute()
      return [...new Set(removed.map((row) => row.user_id))]
    },
    /** At which provider a session began. */
    provider: (userId: string, id: string) =>
      db
        .selectFrom('sessions')
        .select(['issuer', 'subject', 'sid', 'id_token'])
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),
    removeExpired: (idleSince: number, bornBefore: number) =>
      db
        .deleteFrom('sessions')
        .where((row) => row.or([row('seen_at', '<=', idleSince), row('created_at', '<=', bornBefore)]))
        .execute(),
    /** Corrects times after `limit`, which were written while the clock was ahead and would extend the session. */
    bringBack: (limit: number, now: number) =>
      db
        .updateTable('sessions')
        .set({ created_at: now, seen_at: now, proved_at: 0 })
        .where((row) => row.or([row('seen_at', '>', limit), row('created_at', '>', limit)]))
        .execute(),
  }
}
