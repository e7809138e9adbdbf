import { type RawBuilder, sql } from 'kysely'
import { taskLimits } from '../../contract/tasks.ts'
import { keyOf } from './task-ids.ts'

/** Whether a row is a part of a task, which is named by its id or number. */
export const isPartOf = (name: string): RawBuilder<boolean> =>
  sql<boolean>`part_of = ${idNamed(sql`tasks.user_id`, name)}`

/** The ids of the parts of a task, by an index that has nothing else: SQLite without statistics would rather read all tasks of the owner. */
export function partIds(owner: RawBuilder<string>, parent: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`select child.id from tasks as child where child.user_id = ${owner} and child.part_of = ${parent}`
}

/** The id of a task that is named by its id or number. */
export function idNamed(owner: RawBuilder<string>, name: string): RawBuilder<string> {
  const key = keyOf(name)
  if ('id' in key) return sql<string>`${key.id}`
  return sql<string>`(select parent.id from tasks as parent where parent.user_id = ${owner} and parent.number = ${key.number})`
}

/** The places of the ids in a list of them: all have the same length. */
export const idLength = 36
export const placeOf = (index: number) => 3 + index * (idLength + 3)
const blockerIds = Array.from(
  { length: taskLimits.links },
  (_, index) => `substr(tasks.blocked_by, ${placeOf(index)}, ${idLength})`,
)

/** One text, because a statement with many pieces takes long to put together. */
const openBlockers = sql.raw(`from tasks as blocker
  where blocker.user_id = tasks.user_id and blocker.id in (${blockerIds.join()})
    and blocker.status <> 'Completed' and blocker.trashed_at is null`)

/** The only open task that an open row waits for, `several` if there are more, and null if nothing blocks it. */
export const soleBlocker = sql<string | null>`case when tasks.blocked_by <> '[]' and tasks.status <> 'Completed' then (
  select case when count(*) > 1 then 'several' else min(blocker.id) end ${openBlockers}) end`

/** Whether a row is an open task that waits for another one. Its blockers are found by their ids, in the same way on both engines. */
export const isBlocked = sql`tasks.blocked_by <> '[]' and tasks.status <> 'Completed' and exists (select 1 ${openBlockers})`
