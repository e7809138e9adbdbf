import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The period in which a valid reservation expires. One that expires later was made with a wrong clock. */
export interface Validity {
  after: number
  until: number
}

/** Queries on the space that unfinished uploads have reserved, on the database or within a transaction. */
export function uploadTable(db: Kysely<Schema>) {
  return {
    /** The number of the owner's other uploads, and the bytes that they have reserved. */
    others: async (owner: string, id: string, { after, until }: Validity) => {
      const { count, bytes } = await db
        .selectFrom('uploads')
        .where('user_id', '=', owner)
        .where('id', '!=', id)
        .where('expires_at', '>', after)
        .where('expires_at', '<=', until)
        .select((row) => [row.fn.countAll<number>().as('count'), row.fn.sum<number | null>('bytes').as('bytes')])
        .executeTakeFirstOrThrow()
      return { count: Number(count), bytes: Number(bytes ?? 0) }
    },
    reserve: (owner: string, id: string, bytes: number, expiresAt: number) =>
      db
        .insertInto('uploads')
        .values({ user_id: owner, id, bytes, expires_at: expiresAt })
        .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ bytes, expires_at: expiresAt }))
        .execute(),
    release: (owner: string, id: string) =>
      db.deleteFrom('uploads').where('user_id', '=', owner).where('id', '=', id).execute(),
    /** Removes expired reservations. Crosses owners: only for background jobs. */
    removeExpired: ({ after, until }: Validity) =>
      db
        .deleteFrom('uploads')
        .where((row) => row.or([row('expires_at', '<=', after), row('expires_at', '>', until)]))
        .execute(),
  }
}
