import { type ExpressionBuilder, type InferResult, type Kysely, sql } from 'kysely'
import type { Schema, ShareRow } from '../database/schema.ts'
import { positionOfShare } from '../history/position.ts'
import { isEnabled } from '../restrictions/restrictions.ts'
import { hasTask } from '../tasks/present-condition.ts'
import { hasView } from '../views/views.ts'

/** Whether a link works at a time: nothing of it has ended. One condition, so that a link that has ended takes as long as one that never was. */
const works = (now: number) => (row: ExpressionBuilder<Schema, 'shares'>) =>
  row.and([
    row.or([row('shares.expires_at', 'is', null), row('shares.expires_at', '>', now)]),
    isEnabled('shares.user_id'),
    sql<boolean>`case shares.kind when 'view' then ${hasView('shares.user_id', 'shares.target')} else ${hasTask('shares.user_id', 'shares.target')} end`,
  ])

/** Finds a link that works by the hash of its secret. Runs on every call of a reader. */
export const findBySecret = (db: Kysely<Schema>, secretHash: string, now: number) =>
  db
    .selectFrom('shares')
    .where('secret_hash', '=', secretHash)
    .where(works(now))
    .select(['id', 'user_id', 'secret_hash', 'name', 'kind', 'target', 'parts', 'question', 'answer', 'note_id'])
    .select(positionOfShare)

export type FoundShare = InferResult<ReturnType<typeof findBySecret>>[number]

/** The shared links of owners, on the database or within a transaction. */
export function shareTable(db: Kysely<Schema>) {
  const one = (owner: string, id: string) => db.updateTable('shares').where('user_id', '=', owner).where('id', '=', id)
  return {
    ofOwner: (owner: string): Promise<ShareRow[]> =>
      db
        .selectFrom('shares')
        .selectAll()
        .where('user_id', '=', owner)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),
    find: (owner: string, id: string): Promise<ShareRow | undefined> =>
      db.selectFrom('shares').selectAll().where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    insert: (row: ShareRow) => db.insertInto('shares').values(row).execute(),
    update: (owner: string, id: string, columns: Partial<ShareRow>): Promise<ShareRow | undefined> =>
      one(owner, id).set(columns).returningAll().executeTakeFirst(),
    /** Adds visits, of which the last one was at this time. */
    addVisits: (owner: string, id: string, count: number, at: number) =>
      one(owner, id)
        .set((row) => ({ visits: row('visits', '+', count), visited_at: at }))
        .execute(),
    remove: (owner: string, id: string) =>
      db.deleteFrom('shares').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: (owner: string) => db.deleteFrom('shares').where('user_id', '=', owner).execute(),
    /** Those of these links that work, with the hashes of their secrets. Across owners, because they have readers on this node. */
    open: (ids: string[], now: number) =>
      db.selectFrom('shares').select(['id', 'secret_hash']).where('id', 'in', ids).where(works(now)).execute(),
  }
}
