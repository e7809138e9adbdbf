import type { Kysely } from 'kysely'
import type { Schema, SecurityEventRow } from '../database/schema.ts'

/** A place in the order of the events: after this time and id. */
export interface Place {
  at: number
  id: string
}

/** Queries on the security events of owners. */
export function securityEventTable(db: Kysely<Schema>) {
  const ofUser = (owner: string) => db.selectFrom('security_events').where('user_id', '=', owner)
  return {
    /** Adds one to the count of a row; returns false if there is no such row. */
    bump: async (owner: string, id: string, change: Pick<SecurityEventRow, 'at' | 'device'>) => {
      const { numUpdatedRows } = await db
        .updateTable('security_events')
        .set((row) => ({ ...change, count: row('count', '+', 1) }))
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Inserts the row, or adds one to its count. */
    add: (row: SecurityEventRow) =>
      db
        .insertInto('security_events')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'id'])
            .doUpdateSet((old) => ({ at: row.at, count: old('security_events.count', '+', 1) })),
        )
        .execute(),
    /** The number of rows since a time, of one kind or of all, up to a limit. */
    countSince: async (owner: string, since: number, limit: number, kind?: string) => {
      const rows = await ofUser(owner)
        .select('id')
        .where('at', '>=', since)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .limit(limit)
        .execute()
      return rows.length
    },
    list: (owner: string, since: number, limit: number, after?: Place) =>
      ofUser(owner)
        .selectAll()
        .where('at', '>', since)
        .$if(after !== undefined, (query) =>
          query.where((row) => row(row.refTuple('at', 'id'), '<', row.tuple(after?.at ?? 0, after?.id ?? ''))),
        )
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /** Events of all owners or of one, in the order of their time. Crosses owners: only for the operator. */
    page: (after: Place, limit: number, owner?: string) =>
      db
        .selectFrom('security_events')
        .selectAll()
        .where((row) => row(row.refTuple('at', 'id'), '>', row.tuple(after.at, after.id)))
        .$if(owner !== undefined, (query) => query.where('user_id', '=', owner ?? ''))
        .orderBy('at')
        .orderBy('id')
        .limit(limit)
        .execute(),
    removeBefore: (time: number) => db.deleteFrom('security_events').where('at', '<=', time).execute(),
    /** Returns false if none is left. */
    removeSlice: async (owner: string, limit: number) => {
      const some = ofUser(owner).select('id').limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('security_events')
        .where('user_id', '=', owner)
        .where('id', 'in', some)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
