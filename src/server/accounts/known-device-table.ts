import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { KnownDeviceRow, Schema } from '../database/schema.ts'

/** The stored form of the text by which a browser is known. */
export const hashOfDevice = (text: string) => hash('sha256', text, 'base64url')

/** Queries on the browsers that a user has signed in with. */
export function knownDeviceTable(db: Kysely<Schema>) {
  const ofUser = (owner: string) => db.selectFrom('known_devices').where('user_id', '=', owner)
  return {
    /** Returns false if it was known. */
    async add(row: KnownDeviceRow): Promise<boolean> {
      const before = await ofUser(row.user_id)
        .select('seen_at')
        .where('device_hash', '=', row.device_hash)
        .executeTakeFirst()
      await db
        .insertInto('known_devices')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: row.seen_at }))
        .execute()
      return before === undefined
    },
    /** Whether the user has signed in with a browser since a time. */
    async isKnown(owner: string, deviceHash: string, since: number): Promise<boolean> {
      const known = ofUser(owner).where('device_hash', '=', deviceHash).where('seen_at', '>', since)
      return (await known.select('seen_at').executeTakeFirst()) !== undefined
    },
    removeAll: (owner: string) => db.deleteFrom('known_devices').where('user_id', '=', owner).execute(),
    /** Removes all but the latest ones. */
    async keep(owner: string, count: number): Promise<void> {
      const old = ofUser(owner).select('device_hash').orderBy('seen_at', 'desc').orderBy('device_hash').offset(count)
      const rows = await old.limit(count).execute()
      if (!rows.length) return
      await db
        .deleteFrom('known_devices')
        .where('user_id', '=', owner)
        .where(
          'device_hash',
          'in',
          rows.map(({ device_hash }) => device_hash),
        )
        .execute()
    },
  }
}
