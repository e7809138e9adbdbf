import type { NewTask } from '../../contract/schemas/tasks.ts'
import { newValues } from '../../contract/task-changes.ts'
import { columnsOf } from './fields.ts'
import type { NewRow } from './task-writes.ts'

/** The row of a new task. */
export function newRow(id: string, task: NewTask, now: string): NewRow {
  return { id, created_at: now, updated_at: now, ...columnsOf(newValues(task, now)) } as NewRow
}
