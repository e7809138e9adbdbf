import type { InferResult, Kysely } from 'kysely'
import type { CalendarRow, Schema } from '../database/schema.ts'
import type { WithPosition } from '../history/position.ts'
import { isEnabled } from '../restrictions/restrictions.ts'

/** Finds a calendar by the hash of its secret. Runs on every reading. */
export const findBySecret = (db: Kysely<Schema>, secretHash: string) =>
  db
    .selectFrom('calendars')
    .where('secret_hash', '=', secretHash)
    .where(isEnabled('calendars.user_id'))
    .select(['id', 'user_id', 'name', 'kind', 'view_id', 'read_at'])

export type FoundCalendar = WithPosition<InferResult<ReturnType<typeof findBySecret>>[number]>

/** The calendars of owners, on the database or within a transaction. */
export function calendarTable(db: Kysely<Schema>) {
  const one = (owner: string, id: string) =>
    db.updateTable('calendars').where('user_id', '=', owner).where('id', '=', id)
  return {
    ofOwner: (owner: string): Promise<CalendarRow[]> =>
      db
        .selectFrom('calendars')
        .selectAll()
        .where('user_id', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),
    insert: (row: CalendarRow) => db.insertInto('calendars').values(row).execute(),
    renew: (owner: string, id: string, secretHash: string): Promise<CalendarRow | undefined> =>
      one(owner, id).set({ secret_hash: secretHash, read_at: null }).returningAll().executeTakeFirst(),
    touch: (owner: string, id: string, at: number) => one(owner, id).set({ read_at: at }).execute(),
    remove: (owner: string, id: string) =>
      db.deleteFrom('calendars').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('calendars').where('user_id', '=', owner).execute(),
  }
}
