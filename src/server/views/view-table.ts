import type { Kysely } from 'kysely'
import type { SavedViewRow, Schema } from '../database/schema.ts'

/** The saved views of an owner, on the database or within a transaction. */
export function viewTable(db: Kysely<Schema>, owner: string) {
  const one = (id: string) => db.updateTable('saved_views').where('user_id', '=', owner).where('id', '=', id)
  return {
    /** All views in their order. */
    all: (): Promise<SavedViewRow[]> =>
      db.selectFrom('saved_views').selectAll().where('user_id', '=', owner).orderBy('place').orderBy('id').execute(),
    insert: (row: Omit<SavedViewRow, 'user_id'>) =>
      db
        .insertInto('saved_views')
        .values({ ...row, user_id: owner })
        .execute(),
    update: (id: string, columns: Partial<SavedViewRow>) => one(id).set(columns).execute(),
    remove: (id: string) =>
      db.deleteFrom('saved_views').where('user_id', '=', owner).where('id', '=', id).executeTakeFirst(),
    removeAll: () => db.deleteFrom('saved_views').where('user_id', '=', owner).execute(),
  }
}
