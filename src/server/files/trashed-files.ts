import { sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { TrashedFile } from '../../contract/schemas/trash.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { FileRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { FileWrites } from './file-writes.ts'
import { fileOf } from './present.ts'

const pageRows = 100

interface Dependencies {
  database: Database
  tasks: Pick<TaskRules, 'present' | 'titles'>
  files: FileWrites
}

/** Files that were moved to the trash by themselves. The files of a task in the trash are not listed. */
export function trashedFiles({ database: { db, readAside }, tasks, files }: Dependencies) {
  return {
    /** All files in an owner's trash, newest first, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      const pages = pagesOf(pageRows, (last?: FileRow) => {
        const rows = db
          .selectFrom('files')
          .selectAll()
          .where('user_id', '=', owner)
          .where('removed_at', 'is not', null)
          .orderBy('removed_at', 'desc')
          .orderBy('id', 'desc')
          .limit(pageRows)
        const after = last && sql<boolean>`(removed_at, id) < (${last.removed_at}, ${last.id})`
        return readAside(owner, after ? rows.where(after) : rows)
      })
      for await (const rows of pages) {
        const titles = await tasks.titles(owner, [...new Set(rows.map(({ task_id }) => task_id))])
        yield rows.flatMap((row) => {
          const task = titles.get(row.task_id)
          if (!task || row.removed_at === null) return []
          return JSON.stringify({ ...fileOf(row), removedAt: row.removed_at, task } satisfies TrashedFile)
        })
      }
    },
    async find(draft: Draft, taskId: string, id: string): Promise<{ task: TaskRow; file: FileRow }> {
      const task = await tasks.present(draft, taskId)
      const file = await files.find(draft, task.id, id)
      if (!file?.removed_at) throw new AppError('not_found', 'That file is not in the trash.')
      return { task, file }
    },
    /** Files that were moved to the trash before a time, oldest first. */
    old: ({ tx, owner }: Draft, before: string, limit: number): Promise<FileRow[]> =>
      tx
        .selectFrom('files')
        .selectAll()
        .where('user_id', '=', owner)
        .where('removed_at', '<', before)
        .orderBy('removed_at')
        .limit(limit)
        .execute(),
    /** The next owner, in the order of their ids, with such files. Crosses owners: only for background jobs. */
    async ownerWithOld(before: string, after: string): Promise<string | undefined> {
      const next = await db
        .selectFrom('files')
        .select('user_id')
        .where('removed_at', '<', before)
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(1)
        .executeTakeFirst()
      return next?.user_id
    },
  }
}

export type TrashedFiles = ReturnType<typeof trashedFiles>
