import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Reads of the trash. Tasks in the trash take their files along; files are listed by themselves while their task is there. */
export function trashTable(db: Kysely<Schema>) {
  return {
    tasks: (owner: string) =>
      db
        .selectFrom('tasks')
        .selectAll()
        .where('user_id', '=', owner)
        .where('trashed_at', 'is not', null)
        .orderBy('trashed_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    files: (owner: string) =>
      db
        .selectFrom('files')
        .innerJoin('tasks', (join) =>
          join.onRef('tasks.user_id', '=', 'files.user_id').onRef('tasks.id', '=', 'files.task_id'),
        )
        .where('files.user_id', '=', owner)
        .where('removed_at', 'is not', null)
        .where('trashed_at', 'is', null)
        .selectAll('files')
        .select(['number', 'title'])
        .orderBy('removed_at', 'desc')
        .orderBy('files.id', 'desc')
        .execute(),
    /** Owners with something in the trash that has lain there since before a time. The housekeeping's question, which crosses owners. */
    ownersWithOld: async (before: string) => {
      const rows = await db
        .selectFrom('tasks')
        .select('user_id')
        .where('trashed_at', '<', before)
        .union(db.selectFrom('files').select('user_id').where('removed_at', '<', before))
        .execute()
      return rows.map((row) => row.user_id)
    },
  }
}
