import type { Kysely } from 'kysely'
import type { OneTimeCodeRow, Schema } from '../database/schema.ts'

/** Queries on the second factor of an owner. */
export function secondFactorTable(db: Kysely<Schema>) {
  return {
    find: (owner: string) =>
      db.selectFrom('one_time_codes').selectAll().where('user_id', '=', owner).executeTakeFirst(),
    put: (row: OneTimeCodeRow) =>
      db
        .insertInto('one_time_codes')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute(),
    update: (owner: string, change: Partial<Omit<OneTimeCodeRow, 'user_id'>>) =>
      db.updateTable('one_time_codes').set(change).where('user_id', '=', owner).execute(),
    remove: async (owner: string) => {
      await db.deleteFrom('recovery_codes').where('user_id', '=', owner).execute()
      const { numDeletedRows } = await db.deleteFrom('one_time_codes').where('user_id', '=', owner).executeTakeFirst()
      return numDeletedRows > 0n
    },

    putRecovery: async (owner: string, hashes: string[]) => {
      await db.deleteFrom('recovery_codes').where('user_id', '=', owner).execute()
      const rows = hashes.map((code_hash) => ({ user_id: owner, code_hash, used_at: null }))
      await db.insertInto('recovery_codes').values(rows).execute()
    },
    /** Returns false if the code is wrong or was used. */
    takeRecovery: async (owner: string, code_hash: string, used_at: number) => {
      const { numUpdatedRows } = await db
        .updateTable('recovery_codes')
        .set({ used_at })
        .where('user_id', '=', owner)
        .where('code_hash', '=', code_hash)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    unusedRecovery: async (owner: string) => {
      const rows = await db
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('user_id', '=', owner)
        .where('used_at', 'is', null)
        .execute()
      return rows.length
    },

    trusted: (owner: string) =>
      db.selectFrom('trusted_devices').selectAll().where('user_id', '=', owner).orderBy('created_at').execute(),
    trust: (row: { user_id: string; token_hash: string; created_at: number }) =>
      db.insertInto('trusted_devices').values(row).execute(),
    distrust: (owner: string, hashes?: string[]) =>
      db
        .deleteFrom('trusted_devices')
        .where('user_id', '=', owner)
        .$if(hashes !== undefined, (rows) => rows.where('token_hash', 'in', hashes ?? []))
        .execute(),
    removeOldTrust: (before: number) => db.deleteFrom('trusted_devices').where('created_at', '<=', before).execute(),
  }
}
