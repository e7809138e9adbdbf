import { type Kysely, sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { Schema, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { currentJson, storedJson } from './stored-json.ts'
import { keyOf } from './task-ids.ts'
import type { TaskWrites } from './task-writes.ts'

const pageRows = 100

type TrashedRow = Pick<TaskRow, 'id' | 'json' | 'trashed_at'>

/** Tasks in the trash. */
export function trashedTasks(database: Database, tasks: TaskWrites) {
  const { db, readAside } = database
  const current = currentJson(database)
  const trashed = (from: Kysely<Schema>, owner: string) => from.selectFrom('tasks').where('user_id', '=', owner)
  return {
    /** All tasks in an owner's trash, newest first, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      const pages = pagesOf(pageRows, (last?: TrashedRow) => {
        const rows = trashed(db, owner)
          .select(['id', storedJson.as('json'), 'trashed_at'])
          .where('trashed_at', 'is not', null)
          .orderBy('trashed_at', 'desc')
          .orderBy('id', 'desc')
          .limit(pageRows)
        const after = last && sql<boolean>`(trashed_at, id) < (${last.trashed_at}, ${last.id})`
        return readAside(owner, after ? rows.where(after) : rows)
      })
      for await (const rows of pages) {
        yield (await current(owner, rows)).map(
          ({ json, trashed_at }) => `${json.slice(0, -1)},"trashedAt":${JSON.stringify(trashed_at)}}`,
        )
      }
    },
    async find(draft: Draft, id: string): Promise<TaskRow> {
      const row = await tasks.find(draft, keyOf(id))
      if (!row?.trashed_at) throw new AppError('not_found', 'That task is not in the trash.')
      return row
    },
    /** Tasks that were moved to the trash before a time, oldest first. */
    old: ({ tx, owner }: Draft, before: string, limit: number): Promise<TaskRow[]> =>
      trashed(tx, owner).selectAll().where('trashed_at', '<', before).orderBy('trashed_at').limit(limit).execute(),
    /** The next owner, in the order of their ids, with such tasks. Crosses owners: only for background jobs. */
    async ownerWithOld(before: string, after: string): Promise<string | undefined> {
      const next = await db
        .selectFrom('tasks')
        .select('user_id')
        .where('trashed_at', '<', before)
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(1)
        .executeTakeFirst()
      return next?.user_id
    },
  }
}
