import type { Kysely } from 'kysely'
import type { Schema, WayRow } from '../database/schema.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

export type WayChange = Partial<
  Pick<WayRow, 'name' | 'session_id' | 'p256dh' | 'auth' | 'is_on' | 'sent_at' | 'failed_at' | 'problem'>
>

/** The ways of owners, on the database or within a transaction. */
export function wayTable(db: Kysely<Schema>) {
  return {
    ofOwner: (owner: string): Promise<WayRow[]> =>
      db.selectFrom('ways').selectAll().where('user_id', '=', owner).orderBy('created_at').orderBy('id').execute(),
    /** A way that is switched on, of any owner whose account is enabled. Only for calls whose secret names it. */
    inUse: (id: string): Promise<WayRow | undefined> =>
      db
        .selectFrom('ways')
        .selectAll()
        .where('id', '=', id)
        .where('is_on', '=', 1)
        .where(isEnabled('ways.user_id'))
        .executeTakeFirst(),
    insert: (row: WayRow) => db.insertInto('ways').values(row).execute(),
    update: (owner: string, id: string, change: WayChange): Promise<WayRow | undefined> =>
      db
        .updateTable('ways')
        .set(change)
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    remove: (owner: string, id: string) =>
      db.deleteFrom('ways').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    /** A browser belongs to the user who has registered it last. Programs at this address stay. */
    removePushAt: (address: string) =>
      db.deleteFrom('ways').where('address', '=', address).where('kind', '=', 'push').execute(),
    /** Removes a way, unless another session has renewed it meanwhile. */
    removeOfSession: (owner: string, { id, session_id }: Pick<WayRow, 'id' | 'session_id'>) =>
      db
        .deleteFrom('ways')
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .where('session_id', session_id === null ? 'is' : '=', session_id)
        .execute(),
    removeAll: (owner: string) => db.deleteFrom('ways').where('user_id', '=', owner).execute(),
  }
}
