import { type RawBuilder, sql } from 'kysely'
import { taskLimits } from '../../contract/tasks.ts'
import { keyOf } from './task-ids.ts'

/** Whether a row is a part of a task, which is named by its id or number. */
export function isPartOf(name: string): RawBuilder<boolean> {
  const key = keyOf(name)
  if ('id' in key) return sql<boolean>`part_of = ${key.id}`
  return sql<boolean>`part_of = (select parent.id from tasks as parent
    where parent.user_id = tasks.user_id and parent.number = ${key.number})`
}

/** The places of the ids in a list of them: all have the same length. */
export const idLength = 36
export const placeOf = (index: number) => 3 + index * (idLength + 3)
const blockerIds = Array.from(
  { length: taskLimits.links },
  (_, index) => sql`substr(tasks.blocked_by, ${sql.lit(placeOf(index))}, ${sql.lit(idLength)})`,
)

const openBlockers = sql`from tasks as blocker
  where blocker.user_id = tasks.user_id and blocker.id in (${sql.join(blockerIds)})
    and blocker.status <> 'Completed' and blocker.trashed_at is null`

/** The only open task that an open row waits for, `several` if there are more, and null if nothing blocks it. */
export const soleBlocker = sql<string | null>`case when tasks.blocked_by <> '[]' and tasks.status <> 'Completed' then (
  select case when count(*) > 1 then 'several' else min(blocker.id) end ${openBlockers}) end`

/** Whether a row is an open task that waits for another one. Its blockers are found by their ids, in the same way on both engines. */
export const isBlocked = sql`tasks.blocked_by <> '[]' and tasks.status <> 'Completed' and exists (select 1 ${openBlockers})`
