import type { Kysely } from 'kysely'
import type { DeviceGrantRow, Schema } from '../database/schema.ts'

/** Queries on devices that wait for a user, on the database or within a transaction. */
export function deviceTable(db: Kysely<Schema>) {
  const grants = db.selectFrom('device_grants').selectAll()
  return {
    /** Returns false if the user code is taken. */
    insert: async (row: DeviceGrantRow) => {
      const inserted = await db
        .insertInto('device_grants')
        .values(row)
        .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
        .returning('device_hash')
        .executeTakeFirst()
      return inserted !== undefined
    },
    find: (deviceHash: string) => grants.where('device_hash', '=', deviceHash).executeTakeFirst(),
    findByUserCode: (userCodeHash: string) => grants.where('user_code_hash', '=', userCodeHash).executeTakeFirst(),
    notePoll: (deviceHash: string, polled_at: number) =>
      db.updateTable('device_grants').set({ polled_at }).where('device_hash', '=', deviceHash).execute(),
    /** Decides about a device that still waits. Returns false if there is none with this code. */
    decide: async (userCodeHash: string, decision: Pick<DeviceGrantRow, 'state' | 'user_id'>, now: number) => {
      const { numUpdatedRows } = await db
        .updateTable('device_grants')
        .set(decision)
        .where('user_code_hash', '=', userCodeHash)
        .where('state', '=', 'pending')
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Removes an approved grant, so that it gives only one token. Returns false if there is none. */
    take: async (deviceHash: string, userId: string) => {
      const { numDeletedRows } = await db
        .deleteFrom('device_grants')
        .where('device_hash', '=', deviceHash)
        .where('user_id', '=', userId)
        .where('state', '=', 'approved')
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    removeOfUser: (userId: string) => db.deleteFrom('device_grants').where('user_id', '=', userId).execute(),
    removeExpired: (before: number) => db.deleteFrom('device_grants').where('expires_at', '<', before).execute(),
  }
}
