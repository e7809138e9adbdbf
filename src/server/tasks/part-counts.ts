import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

export interface PartCount {
  done: number
  total: number
}

/** Counts the parts of these tasks, without those in the trash. Tasks without parts are missing. */
export function partCounts({ db, readAside, withIndex }: Database) {
  return async (owner: string, ids: string[]): Promise<Map<string, PartCount>> => {
    if (!ids.length) return new Map()
    const count = sql<{ part_of: string; total: number | string; done: number | string }>`
      select part_of, count(*) as total, sum(case when status = 'Completed' then 1 else 0 end) as done
      from tasks ${withIndex('tasks_by_parent_and_id')}
      where user_id = ${owner} and part_of is not null and part_of in (${sql.join(ids)}) and trashed_at is null
      group by part_of`
    const rows = await readAside(owner, { compile: () => count.compile(db) })
    return new Map(rows.map(({ part_of, total, done }) => [part_of, { done: Number(done), total: Number(total) }]))
  }
}
