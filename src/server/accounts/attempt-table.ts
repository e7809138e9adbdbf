import { type Kysely, sql } from 'kysely'
import type { AttemptRow, Schema } from '../database/schema.ts'

/** Queries on counted attempts. Rows are written in the order of their keys, so that two nodes cannot deadlock. */
export function attemptTable(db: Kysely<Schema>) {
  return {
    find: (keys: string[]) => db.selectFrom('attempts').selectAll().where('key', 'in', keys).execute(),
    /** Adds to the counts, and starts a new window if the old one has ended. Returns the updated rows. */
    add: (rows: AttemptRow[], now: number) =>
      db
        .insertInto('attempts')
        .values(rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((row) => ({
            count: row
              .case()
              .when('attempts.until', '<=', now)
              .then(row.ref('excluded.count'))
              .else(row('attempts.count', '+', row.ref('excluded.count')))
              .end(),
            until: row
              .case()
              .when(row.or([row('attempts.until', '<=', now), row('attempts.until', '>', row.ref('excluded.until'))]))
              .then(row.ref('excluded.until'))
              .else(row.ref('attempts.until'))
              .end(),
            max_count: row.ref('excluded.max_count'),
          })),
        )
        .returningAll()
        .execute(),
    subtract: (keys: string[], count: number) =>
      db
        .updateTable('attempts')
        .set({ count: sql<number>`case when count > ${count} then count - ${count} else 0 end` })
        .where('key', 'in', keys)
        .execute(),
    /** Shortens a window that would end after `until`. */
    shorten: (key: string, until: number) =>
      db.updateTable('attempts').set({ until }).where('key', '=', key).where('until', '>', until).execute(),
    shortenAll: (until: number) => db.updateTable('attempts').set({ until }).where('until', '>', until).execute(),
    removeEnded: (now: number) => db.deleteFrom('attempts').where('until', '<=', now).execute(),
    size: async () => {
      const { size } = await db
        .selectFrom('attempts')
        .select((row) => row.fn.countAll<number>().as('size'))
        .executeTakeFirstOrThrow()
      return Number(size)
    },
    /** Removes the rows that are furthest from their limits, and never one that has reached its limit. */
    evict: (count: number) =>
      db
        .deleteFrom('attempts')
        .where(
          'key',
          'in',
          db
            .selectFrom('attempts')
            .select('key')
            .whereRef('count', '<', 'max_count')
            .orderBy('count')
            .orderBy('until')
            .limit(count),
        )
        .execute(),
  }
}
