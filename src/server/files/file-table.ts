import type { Kysely } from 'kysely'
import type { FileRow, Schema } from '../database/schema.ts'

/** Queries on the files of an owner's tasks. */
export function fileTable(db: Kysely<Schema>) {
  return {
    /** Until the transaction ends, others that lock the same owner wait. */
    lock: (owner: string) =>
      db
        .updateTable('decks')
        .set((row) => ({ last_number: row.ref('last_number') }))
        .where('user_id', '=', owner)
        .execute(),
    insert: (row: FileRow) => db.insertInto('files').values(row).execute(),
    find: (owner: string, taskId: string, id: string) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('user_id', '=', owner)
        .where('task_id', '=', taskId)
        .where('id', '=', id)
        .executeTakeFirst(),
    idsOf: async (owner: string, taskId: string) => {
      const rows = await db
        .selectFrom('files')
        .select('id')
        .where('user_id', '=', owner)
        .where('task_id', '=', taskId)
        .execute()
      return rows.map((row) => row.id)
    },
    all: (owner: string) => db.selectFrom('files').selectAll().where('user_id', '=', owner).orderBy('id').execute(),
    isKnown: async (owner: string, id: string) =>
      (await db
        .selectFrom('files')
        .select('id')
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst()) !== undefined,
    used: async (owner: string) => {
      const { bytes } = await db
        .selectFrom('files')
        .where('user_id', '=', owner)
        .select((row) => row.fn.coalesce(row.fn.sum<number>('size'), row.lit(0)).as('bytes'))
        .executeTakeFirstOrThrow()
      return Number(bytes)
    },
    remove: (owner: string, taskId: string, id: string) =>
      db.deleteFrom('files').where('user_id', '=', owner).where('task_id', '=', taskId).where('id', '=', id).execute(),
  }
}
