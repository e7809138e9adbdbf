import type { NewTask } from '../../contract/schemas/tasks.ts'
import { cleanValue, settableFields, type TaskValues } from '../../contract/task-fields.ts'
import { defaults, type Status } from '../../contract/tasks.ts'
import type { TaskRow } from '../database/schema.ts'
import { columnsOf } from './fields.ts'
import type { NewRow } from './task-writes.ts'

/** The row of a new task. */
export function newRow(id: string, task: NewTask, now: string): NewRow {
  const values: Record<string, unknown> = { completedAt: completedAt(task.status ?? defaults.status, null, now) }
  for (const [name, field] of settableFields) {
    const value = (task as Partial<TaskValues>)[name] ?? field.initial
    if (value !== undefined) values[name] = cleanValue(field, value)
  }
  return { id, created_at: now, updated_at: now, ...columnsOf(values) } as NewRow
}

/** Normalises values, and adds those that are derived from them. */
export function cleaned(values: Partial<TaskValues>, row: TaskRow, now: string): Partial<TaskValues> {
  const clean: Record<string, unknown> = {}
  for (const [name, field] of settableFields) {
    if (values[name] !== undefined) clean[name] = cleanValue(field, values[name])
  }
  return values.status ? { ...clean, completedAt: completedAt(values.status, row.completed_at, now) } : clean
}

/** A task that is already completed keeps its time of completion. */
function completedAt(status: Status, before: string | null, now: string) {
  return status === 'Completed' ? (before ?? now) : null
}
