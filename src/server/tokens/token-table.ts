import type { InferResult, Kysely } from 'kysely'
import type { Schema, TokenRow } from '../database/schema.ts'
import type { WithPosition } from '../history/position.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

/** Finds a token by its hash. Runs on every request with a token. */
export function findByHash(db: Kysely<Schema>, tokenHash: string) {
  return db
    .selectFrom('tokens')
    .where('token_hash', '=', tokenHash)
    .select(['id', 'user_id', 'name', 'scope', 'expires_at', 'used_at'])
    .select(isEnabled('tokens.user_id').as('is_enabled'))
}

export type FoundToken = WithPosition<InferResult<ReturnType<typeof findByHash>>[number]>

/** The tokens of owners, on the database or within a transaction. */
export function tokenTable(db: Kysely<Schema>) {
  const ofUser = (userId: string) => db.deleteFrom('tokens').where('user_id', '=', userId)
  return {
    insert: (row: TokenRow) => db.insertInto('tokens').values(row).execute(),
    list: (userId: string): Promise<TokenRow[]> =>
      db
        .selectFrom('tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),
    ofUsers: (userIds: string[]) =>
      db
        .selectFrom('tokens')
        .select(['id', 'expires_at'])
        .where('user_id', 'in', userIds)
        .where(isEnabled('tokens.user_id'))
        .execute(),
    /** Notes a use, unless another request has noted one after `before`. */
    touch: (userId: string, id: string, use: { used_at: number; used_from: string }, before: number) =>
      db
        .updateTable('tokens')
        .set(use)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where((row) =>
          row.or([row('used_at', 'is', null), row('used_at', '<=', before), row('used_at', '>', use.used_at)]),
        )
        .execute(),
    /** Keeps a refused or failed call. */
    fail: (
      userId: string,
      id: string,
      failure: Pick<TokenRow, 'failed_at' | 'failed_call' | 'failed_code' | 'failed_message'>,
    ) => db.updateTable('tokens').set(failure).where('user_id', '=', userId).where('id', '=', id).execute(),
    /** Returns undefined if the token was revoked. */
    renew: (userId: string, id: string, given: Pick<TokenRow, 'token_hash' | 'expires_at' | 'renewable_until'>) =>
      db
        .updateTable('tokens')
        .set(given)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    limit: (userId: string, id: string) =>
      db
        .updateTable('tokens')
        .set({ scope: 'read' })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),
    remove: (userId: string, id: string) => ofUser(userId).where('id', '=', id).executeTakeFirst(),
    /** Removes tokens that nobody can renew any more. */
    removeUnrenewed: (before: number) => db.deleteFrom('tokens').where('renewable_until', '<', before).execute(),
    removeAll: (userId: string) => ofUser(userId).execute(),
  }
}
