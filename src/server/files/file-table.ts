import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Queries on the files of an owner's tasks. */
export function fileTable(db: Kysely<Schema>) {
  return {
    /** A file that is there and not in the trash. */
    find: (owner: string, taskId: string, id: string) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('user_id', '=', owner)
        .where('task_id', '=', taskId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    all: (owner: string) => db.selectFrom('files').selectAll().where('user_id', '=', owner).orderBy('id').execute(),
    isKnown: async (owner: string, id: string) =>
      (await db
        .selectFrom('files')
        .select('id')
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst()) !== undefined,
    /** All that lies on disk, also what is in the trash. */
    used: async (owner: string) => {
      const { bytes } = await db
        .selectFrom('files')
        .where('user_id', '=', owner)
        .select((row) => row.fn.coalesce(row.fn.sum<number>('size'), row.lit(0)).as('bytes'))
        .executeTakeFirstOrThrow()
      return Number(bytes)
    },
  }
}
