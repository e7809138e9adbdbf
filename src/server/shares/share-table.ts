import { type ExpressionBuilder, type InferResult, type Kysely, sql } from 'kysely'
import { onOneServer } from '../database/distributed.ts'
import type { Schema, ShareRow } from '../database/schema.ts'
import { positionOfOwner } from '../history/position.ts'
import { isEnabled } from '../restrictions/restrictions.ts'
import { hasTask } from '../tasks/present-condition.ts'
import { hasView } from '../views/views.ts'

/** Whether a link is open at a time: it has not ended, and its account is enabled. */
const isOpen = (now: number) => (row: ExpressionBuilder<Schema, 'shares'>) =>
  row.and([
    row.or([row('shares.expires_at', 'is', null), row('shares.expires_at', '>', now)]),
    isEnabled('shares.user_id'),
  ])

const owner = sql.ref('shares.user_id')
const target = sql.ref('shares.target')
const hasTarget = sql<boolean>`case shares.kind when 'view' then ${hasView(owner, target)} else ${hasTask(owner, target)} end`

/** Whether a link works at a time: nothing of it has ended. One condition, so that a link that has ended takes as long as one that never was. */
const works = (now: number) => (row: ExpressionBuilder<Schema, 'shares'>) => row.and([isOpen(now)(row), hasTarget])

const columns = [
  ...(['id', 'user_id', 'secret_hash', 'name', 'kind', 'target'] as const),
  ...(['parts', 'question', 'answer', 'note_id'] as const),
] as const

/** Finds a link that works by the hash of its secret. Runs on every call of a reader. */
export const findBySecret = (db: Kysely<Schema>, secretHash: string, now: number) =>
  db
    .selectFrom('shares')
    .where('secret_hash', '=', secretHash)
    .where(works(now))
    .select(columns)
    .modifyFront(onOneServer)
    .select(positionOfOwner(owner))

/** The same in a distributed database, where the row of the link and its target are on different servers: the caller reads the target. */
export const findOpenBySecret = (db: Kysely<Schema>, secretHash: string, now: number) =>
  db.selectFrom('shares').where('secret_hash', '=', secretHash).where(isOpen(now)).select(columns)

/** The position of an owner's log, and whether the owner has a view or a task with this id. */
export const readTarget = (db: Kysely<Schema>, owner: string, target: string) =>
  db.selectNoFrom([
    ...positionOfOwner(sql.val(owner)),
    hasView(sql.val(owner), sql.val(target)).as('hasView'),
    hasTask(sql.val(owner), sql.val(target)).as('hasTask'),
  ])

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
    /** Those of these links that are open, for a distributed database. */
    openWithTarget: (ids: string[], now: number) =>
      db
        .selectFrom('shares')
        .select(['id', 'secret_hash', 'user_id', 'kind', 'target'])
        .where('id', 'in', ids)
        .where(isOpen(now))
        .execute(),
    /** Those of these links that work, with the hashes of their secrets. Across owners, because they have readers on this node. */
    open: (ids: string[], now: number) =>
      db
        .selectFrom('shares')
        .modifyFront(onOneServer)
        .select(['id', 'secret_hash'])
        .where('id', 'in', ids)
        .where(works(now))
        .execute(),
  }
}
