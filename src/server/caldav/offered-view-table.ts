import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The saved views that an owner offers to CalDAV clients, on the database or within a transaction. */
export function offeredViewTable(db: Kysely<Schema>, owner: string) {
  return {
    async all(): Promise<Set<string>> {
      const rows = await db.selectFrom('caldav_views').select('view_id').where('user_id', '=', owner).execute()
      return new Set(rows.map(({ view_id }) => view_id))
    },
    async replace(ids: string[]): Promise<void> {
      await db.deleteFrom('caldav_views').where('user_id', '=', owner).execute()
      const rows = ids.map((view_id) => ({ user_id: owner, view_id }))
      if (rows.length) await db.insertInto('caldav_views').values(rows).execute()
    },
  }
}
