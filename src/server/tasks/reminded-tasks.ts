import type { Kysely } from 'kysely'
import type { Schema, TaskRow } from '../database/schema.ts'

export type FoundTask = Pick<
  TaskRow,
  'id' | 'number' | 'title' | 'reminders' | 'due_date' | 'start_date' | 'status' | 'trashed_at' | 'priority' | 'labels'
>
/** Finds tasks by id, as far as reminders need them, within a transaction. */
export type RemindedTaskOf = (tx: Kysely<Schema>, owner: string, ids: string[]) => Promise<Map<string, FoundTask>>

export const remindedTasks: RemindedTaskOf = async (tx, owner, ids) => {
  if (!ids.length) return new Map()
  const rows = await tx
    .selectFrom('tasks')
    .select([
      'id',
      'number',
      'title',
      'reminders',
      'due_date',
      'start_date',
      'status',
      'trashed_at',
      'priority',
      'labels',
    ])
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
