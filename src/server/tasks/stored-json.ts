import { type RawBuilder, sql } from 'kysely'
import { taskFormat } from '../../contract/task-fields.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import { withRest } from '../work/slices.ts'
import { derivedColumns, storedStart, taskOf } from './fields.ts'

/** Whether the stored JSON of a row has the current format and version. */
const isCurrent = sql<boolean>`json_format = ${sql.lit(taskFormat)} and json_version = version`

/** 1 if the stored JSON of a row must be rebuilt, otherwise null. */
export const outdatedMark = sql<1 | null>`case when ${isCurrent} then null else 1 end`

/** Represents stored JSON that must be rebuilt. */
export const outdated = ''

/** Selects the stored JSON of a row: `outdated` if it must be rebuilt, null if the row does not match the condition. */
export function jsonIf(condition: RawBuilder<unknown>) {
  return sql<string | null>`case when ${condition} then ${storedJson} end`.as('json')
}

/** A file in `files_json` begins with this text, which cannot be part of a value, because quotes in values are escaped. */
const fileStart = '{"_id":"'
const lengthOfStarts = sql`length(files_json) - length(replace(files_json, ${sql.lit(fileStart)}, ''))`
const fileCount = sql`((${lengthOfStarts}) / ${sql.lit(fileStart.length)})`

/** Stored JSON with the number of files. Most tasks have none, and their JSON is sent as it is stored. */
export const withFileCount = sql`case when files_json = '[]' then json
  else '{"fileCount":' || ${fileCount} || ',' || substr(json, ${sql.lit(storedStart.length + 1)}) end`

/** Selects the stored JSON of a row, or `outdated`. */
export const storedJson = sql<string>`case when ${isCurrent} then ${withFileCount} else ${sql.lit(outdated)} end`

/** Rebuilds the outdated JSON of rows. Leaves out rows whose task was deleted for good in the meantime. */
export function currentJson({ db, readAside }: Database) {
  return async <Row extends { id: string; json: string | null }>(owner: string, rows: Row[]): Promise<Row[]> => {
    const ids = rows.flatMap(({ id, json }) => (json === outdated ? id : []))
    if (!ids.length) return rows
    const query = db.selectFrom('tasks').selectAll().where('user_id', '=', owner).where('id', 'in', ids)
    const rebuilt = new Map((await readAside(owner, query)).map((row) => [row.id, JSON.stringify(taskOf(row))]))
    return rows.flatMap((row) => {
      if (row.json !== outdated) return row
      const json = rebuilt.get(row.id)
      return json === undefined ? [] : { ...row, json }
    })
  }
}

const rowsRead = 500
/** Rows that are rewritten before other users can write. */
const rowsWritten = 20

interface Key {
  user_id: string
  id: string
  current: boolean | number
}

/** Rewrites the outdated derived columns of all rows, so that lists do not have to rebuild them every time. */
export function jsonRefresh({ db, of, readAside }: Database) {
  async function refresh(owner: string, ids: string[]): Promise<void> {
    const query = db.selectFrom('tasks').selectAll().where('user_id', '=', owner).where('id', 'in', ids)
    for (const row of await readAside(owner, query)) {
      await of(owner)
        .updateTable('tasks')
        .set(derivedColumns(row))
        .where('user_id', '=', owner)
        .where('id', '=', row.id)
        // A task that was changed in the meantime, or got a note, an answer or a receipt, already has new JSON.
        .where('version', '=', row.version)
        .where('note_count', '=', row.note_count)
        .where('question_count', '=', row.question_count)
        .where(sql<boolean>`coalesce(proof, '') = ${row.proof ?? ''}`)
        .execute()
    }
  }

  return async (stop?: AbortSignal): Promise<void> => {
    const pages = pagesOf(rowsRead, (last?: Key) => {
      const rows = db.selectFrom('tasks').select(['user_id', 'id', isCurrent.as('current')])
      const page = rows.orderBy('user_id').orderBy('id').limit(rowsRead)
      // Across owners, because this is a long read of a background job.
      return readAside('', last ? page.where(sql<boolean>`(user_id, id) > (${last.user_id}, ${last.id})`) : page)
    })
    for await (const rows of pages) {
      for (const [owner, own] of Map.groupBy(rows, (row) => row.user_id)) {
        const ids = own.filter(({ current }) => !current).map(({ id }) => id)
        for (let first = 0; first < ids.length; first += rowsWritten) {
          if (stop?.aborted) return
          await withRest(() => refresh(owner, ids.slice(first, first + rowsWritten)))
        }
      }
    }
  }
}
