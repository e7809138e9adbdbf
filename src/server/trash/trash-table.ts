import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { FileRow, Schema, TaskRow } from '../database/schema.ts'
import { pagesOf } from '../json-list.ts'

const pageRows = 100

type TrashedTaskRow = Pick<TaskRow, 'id' | 'json' | 'trashed_at'>
type TrashedFileRow = FileRow & { number: number | null; title: string | null }

/** Long reads of an owner's trash, newest first, page by page. */
export function trashPages({ db, readAside }: Database) {
  return {
    tasks: (owner: string) =>
      pagesOf(pageRows, (last?: TrashedTaskRow) => {
        const rows = db
          .selectFrom('tasks')
          .select(['id', 'json', 'trashed_at'])
          .where('user_id', '=', owner)
          .where('trashed_at', 'is not', null)
          .orderBy('trashed_at', 'desc')
          .orderBy('id', 'desc')
          .limit(pageRows)
        return readAside(
          owner,
          last ? rows.where(sql<boolean>`(trashed_at, id) < (${last.trashed_at}, ${last.id})`) : rows,
        )
      }),
    /** Files, with their task where it is not in the trash itself. */
    files: (owner: string) =>
      pagesOf(pageRows, (last?: TrashedFileRow) => {
        const rows = db
          .selectFrom('files')
          .leftJoin('tasks', (join) =>
            join
              .onRef('tasks.user_id', '=', 'files.user_id')
              .onRef('tasks.id', '=', 'files.task_id')
              .on('trashed_at', 'is', null),
          )
          .where('files.user_id', '=', owner)
          .where('removed_at', 'is not', null)
          .selectAll('files')
          .select(['number', 'title'])
          .orderBy('removed_at', 'desc')
          .orderBy('files.id', 'desc')
          .limit(pageRows)
        return readAside(
          owner,
          last ? rows.where(sql<boolean>`(removed_at, files.id) < (${last.removed_at}, ${last.id})`) : rows,
        )
      }),
  }
}

/** Reads of the trash for deleting it. Tasks in the trash take their files along. */
export function trashTable(db: Kysely<Schema>) {
  return {
    /** Tasks that have been in the trash since before a time, oldest first. */
    oldTasks: (owner: string, before: string, limit: number) =>
      db
        .selectFrom('tasks')
        .selectAll()
        .where('user_id', '=', owner)
        .where('trashed_at', '<', before)
        .orderBy('trashed_at')
        .limit(limit)
        .execute(),
    /** Files that have been in the trash by themselves since before a time, oldest first. */
    oldFiles: (owner: string, before: string, limit: number) =>
      db
        .selectFrom('files')
        .innerJoin('tasks', (join) =>
          join.onRef('tasks.user_id', '=', 'files.user_id').onRef('tasks.id', '=', 'files.task_id'),
        )
        .where('files.user_id', '=', owner)
        .where('removed_at', '<', before)
        .where('trashed_at', 'is', null)
        .selectAll('files')
        .orderBy('removed_at')
        .limit(limit)
        .execute(),
    /** The next owner, in the order of their ids, with something in the trash since before a time. The housekeeping's question, which crosses owners. */
    async ownerWithOld(before: string, after: string): Promise<string | undefined> {
      const [task, file] = await Promise.all([
        db
          .selectFrom('tasks')
          .select('user_id')
          .where('trashed_at', '<', before)
          .where('user_id', '>', after)
          .orderBy('user_id')
          .limit(1)
          .executeTakeFirst(),
        db
          .selectFrom('files')
          .select('user_id')
          .where('removed_at', '<', before)
          .where('user_id', '>', after)
          .orderBy('user_id')
          .limit(1)
          .executeTakeFirst(),
      ])
      return [task, file].flatMap((row) => row?.user_id ?? []).sort()[0]
    },
  }
}
