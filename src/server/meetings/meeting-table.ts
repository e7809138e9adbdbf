import type { Kysely } from 'kysely'
import type { MeetingCalendarRow, Schema } from '../database/schema.ts'

/** A calendar without its meetings, which may be long. */
export type CalendarState = Omit<MeetingCalendarRow, 'meetings'>
export type CalendarChange = Partial<Omit<MeetingCalendarRow, 'id' | 'user_id' | 'created_at'>>

const state = [
  ...(['id', 'user_id', 'name', 'colour', 'address', 'created_at', 'tried_at', 'read_at', 'failing_since'] as const),
  ...(['failures', 'problem', 'etag', 'last_modified', 'body_hash', 'expanded_on', 'version'] as const),
  ...(['meeting_count', 'left_out', 'ends_on'] as const),
] as const

/** The calendars of others, on the database or within a transaction. */
export function meetingTable(db: Kysely<Schema>) {
  const all = db.selectFrom('meeting_calendars')
  return {
    ofOwner: (owner: string): Promise<CalendarState[]> =>
      all.select(state).where('user_id', '=', owner).orderBy('created_at').orderBy('id').execute(),
    find: (owner: string, id: string): Promise<CalendarState | undefined> =>
      all.select(state).where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    meetings: (owner: string, id: string): Promise<{ version: number; meetings: string } | undefined> =>
      all.select(['version', 'meetings']).where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    allMeetings: (owner: string): Promise<{ meetings: string }[]> =>
      all.select('meetings').where('user_id', '=', owner).execute(),
    insert: (row: MeetingCalendarRow) => db.insertInto('meeting_calendars').values(row).execute(),
    /** Returns false if the calendar is gone or has another address. */
    async change({ user_id, id, address }: CalendarState, values: CalendarChange): Promise<boolean> {
      const changed = await db
        .updateTable('meeting_calendars')
        .set(values)
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .where('address', '=', address)
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
    remove: (owner: string, id: string) =>
      db.deleteFrom('meeting_calendars').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('meeting_calendars').where('user_id', '=', owner).execute(),
  }
}
