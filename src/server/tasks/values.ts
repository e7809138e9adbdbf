import type { Repeat } from '../../contract/repeat.ts'
import { cleanRepeat } from '../../contract/repeat-check.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { newValues } from '../../contract/task-changes.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import { columnsOf } from './fields.ts'
import type { NewRow } from './task-writes.ts'

/** The row of a new task. */
export function newRow(id: string, task: NewTask, now: string): NewRow {
  return rowOf(id, newValues(withCleanRepeat(task), now), now)
}

/** Values with their repetition as it is stored. Fails with `invalid_input` if its rule is not supported. */
export function withCleanRepeat<T extends { repeat?: Repeat | null }>(values: T): T {
  return values.repeat ? { ...values, repeat: cleanRepeat(values.repeat) } : values
}

/** The row of a task with all of these values. */
export function rowOf(id: string, values: Partial<TaskValues>, now: string): NewRow {
  return { id, created_at: now, updated_at: now, ...columnsOf(values) } as NewRow
}
