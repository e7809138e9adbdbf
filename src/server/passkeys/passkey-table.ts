import type { Kysely } from 'kysely'
import type { PasskeyChallengeRow, PasskeyRow, Schema } from '../database/schema.ts'

/** Queries on the passkeys of an owner, and on challenges. */
export function passkeyTable(db: Kysely<Schema>) {
  const own = (owner: string, id: string) =>
    db.selectFrom('passkeys').selectAll().where('user_id', '=', owner).where('id', '=', id)
  return {
    list: (owner: string) =>
      db.selectFrom('passkeys').selectAll().where('user_id', '=', owner).orderBy('created_at').orderBy('id').execute(),
    find: (owner: string, id: string) => own(owner, id).executeTakeFirst(),
    /** Returns false if the account has it already. */
    insert: async (row: PasskeyRow) => {
      const inserted = await db
        .insertInto('passkeys')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    update: async (owner: string, id: string, change: Partial<Omit<PasskeyRow, 'user_id' | 'id'>>) => {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set(change)
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    remove: (owner: string, id: string) =>
      db.deleteFrom('passkeys').where('user_id', '=', owner).where('id', '=', id).execute(),
    removeAll: (owner: string) => db.deleteFrom('passkeys').where('user_id', '=', owner).execute(),

    addChallenge: (row: PasskeyChallengeRow) => db.insertInto('passkey_challenges').values(row).execute(),
    /** Removes a challenge, and returns it if it existed. Of two answers to one challenge, only the first finds it. */
    takeChallenge: (challengeHash: string) =>
      db.deleteFrom('passkey_challenges').where('challenge_hash', '=', challengeHash).returningAll().executeTakeFirst(),
    removeChallenges: (before: number) =>
      db.deleteFrom('passkey_challenges').where('created_at', '<=', before).execute(),
  }
}
