import { type Kysely, sql } from 'kysely'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { FileRow, Schema } from '../database/schema.ts'

const pageRows = 200

/** All files of an owner, including the trash, page by page. */
export function filePages({ db, readAside }: Database) {
  return (owner: string) =>
    pagesOf(pageRows, (last?: FileRow) => {
      const rows = db.selectFrom('files').selectAll().where('user_id', '=', owner)
      const page = rows.orderBy('task_id').orderBy('id').limit(pageRows)
      return readAside(owner, last ? page.where(sql<boolean>`(task_id, id) > (${last.task_id}, ${last.id})`) : page)
    })
}

/** The minimum size that a file occupies on disk. Without it, a quota would allow any number of empty files. */
const blockBytes = 4_096

/** The bytes that a file of this size counts against the quota. */
export const chargedBytes = (size: number) => Math.max(size, blockBytes)

/** Queries on the files of an owner's tasks, on the database or within a transaction. */
export function fileTable(db: Kysely<Schema>) {
  return {
    /** Finds a file that is not in the trash. */
    find: (owner: string, taskId: string, id: string) =>
      db
        .selectFrom('files')
        .selectAll()
        .where('user_id', '=', owner)
        .where('task_id', '=', taskId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    /** The files with these ids. Crosses owners: only for the sweep. */
    withIds: (ids: string[]) => db.selectFrom('files').select(['user_id', 'id']).where('id', 'in', ids).execute(),
    /** The number of an owner's files, including the trash, and the bytes that they count against the quota. */
    used: async (owner: string) => {
      const charged = sql<number>`case when size < ${sql.lit(blockBytes)} then ${sql.lit(blockBytes)} else size end`
      const { bytes, count } = await db
        .selectFrom('files')
        .where('user_id', '=', owner)
        .select((row) => [row.fn.sum<number | null>(charged).as('bytes'), row.fn.countAll<number>().as('count')])
        .executeTakeFirstOrThrow()
      return { bytes: Number(bytes ?? 0), count: Number(count) }
    },
    /** The bytes of an owner's files, including the trash. */
    bytes: async (owner: string): Promise<number> => {
      const files = db.selectFrom('files').where('user_id', '=', owner)
      const { bytes } = await files
        .select((row) => row.fn.sum<number | null>('size').as('bytes'))
        .executeTakeFirstOrThrow()
      return Number(bytes ?? 0)
    },
  }
}

const movedAtOnce = 500

export type FileToMove = Pick<FileRow, 'user_id' | 'id' | 'size' | 'sha256'>

/** The files of all owners, including the trash. Crosses owners: only for the operator's commands. */
export function filesOfAll(db: Kysely<Schema>) {
  return {
    async *all(): AsyncGenerator<FileToMove> {
      for (let last = ''; ; ) {
        const page = await db
          .selectFrom('files')
          .select(['user_id', 'id', 'size', 'sha256'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(movedAtOnce)
          .execute()
        yield* page
        if (page.length < movedAtOnce) return
        last = page.at(-1)?.id ?? ''
      }
    },
    has: async ({ user_id, id }: FileToMove): Promise<boolean> =>
      (await db
        .selectFrom('files')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', user_id)
        .executeTakeFirst()) !== undefined,
  }
}
