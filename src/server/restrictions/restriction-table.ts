import type { Kysely } from 'kysely'
import type { RestrictionRow, Schema } from '../database/schema.ts'

/** The restrictions of accounts that the operator has set, on the database or within a transaction. Most accounts have no row. */
export function restrictionTable(db: Kysely<Schema>) {
  return {
    find: (owner: string): Promise<RestrictionRow | undefined> =>
      db.selectFrom('restrictions').selectAll().where('user_id', '=', owner).executeTakeFirst(),
    ofUsers: (owners: string[]): Promise<RestrictionRow[]> =>
      db.selectFrom('restrictions').selectAll().where('user_id', 'in', owners).execute(),
    put: async (owner: string, change: Partial<Omit<RestrictionRow, 'user_id'>>): Promise<void> => {
      await db
        .insertInto('restrictions')
        .values({ user_id: owner, disabled_at: null, max_file_bytes: null, ...change })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
        .execute()
    },
  }
}
