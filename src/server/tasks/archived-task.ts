import type { ArchivedTask } from '../../contract/schemas/archive-records.ts'
import { allFields, cleanValue, type TaskValues } from '../../contract/task-fields.ts'
import type { TaskRow } from '../database/schema.ts'
import { columnsOf, derivedColumns } from './fields.ts'
import { checkCriteria, withCleanRepeat } from './values.ts'

/** Everything of an imported task that is not in its own record. */
export type BesideTask = Pick<
  TaskRow,
  'user_id' | 'number' | 'position' | 'files_json' | 'note_count' | 'last_note_number' | 'question_count' | 'proof'
>

/**
 * The row of a task of an archive, with its version and its times. Its claim is left out, because its holder cannot work here. Fails with
 * `invalid_input` if its repetition or its criteria are not possible.
 */
export function archivedRow(task: ArchivedTask, beside: BesideTask): TaskRow {
  checkCriteria(task)
  const given = withCleanRepeat(task) as Partial<TaskValues>
  const values: Record<string, unknown> = {}
  for (const [name, field] of allFields) {
    const value = given[name] ?? field.initial ?? null
    values[name] = value === null ? null : cleanValue(field, value)
  }
  const { _id: id, version, createdAt: created_at, updatedAt: updated_at, trashedAt: trashed_at = null } = task
  const isCompleted = values.status === 'Completed'
  const times = {
    claim: null,
    completedAt: isCompleted ? (task.completedAt ?? updated_at) : null,
    startedAt: values.status === 'Pending' ? null : (task.startedAt ?? null),
  }
  const columns = columnsOf({ ...values, ...times } as Partial<TaskValues>)
  const row = { ...columns, ...beside, id, version, created_at, updated_at, trashed_at } as TaskRow
  return { ...row, ...derivedColumns(row) }
}
