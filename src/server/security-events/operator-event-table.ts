import type { Kysely } from 'kysely'
import type { OperatorEventRow, Schema } from '../database/schema.ts'

/** Queries on the acts of the operator. Their accounts may no longer exist. */
export function operatorEventTable(db: Kysely<Schema>) {
  const inOrder = db.selectFrom('operator_events').selectAll().orderBy('at').orderBy('id')
  return {
    add: (row: OperatorEventRow) => db.insertInto('operator_events').values(row).execute(),
    unlogged: (limit: number) => inOrder.where('logged_at', 'is', null).limit(limit).execute(),
    markLogged: (ids: string[], logged_at: number) =>
      db.updateTable('operator_events').set({ logged_at }).where('id', 'in', ids).execute(),
    /** Those that are not among the events of their account, because it has been deleted. */
    outliving: (since: number, owner?: string) =>
      inOrder
        .where('at', '>=', since)
        .$if(owner !== undefined, (query) => query.where('user_id', '=', owner ?? ''))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('security_events')
                .select('security_events.id')
                .whereRef('security_events.user_id', '=', 'operator_events.user_id')
                .whereRef('security_events.id', '=', 'operator_events.id'),
            ),
          ),
        )
        .execute(),
    removeBefore: (time: number) => db.deleteFrom('operator_events').where('at', '<=', time).execute(),
  }
}
