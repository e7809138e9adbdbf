import { type LinkValues, linkedValues } from './links.ts'
import type { ManyChange, NewTask } from './schemas/tasks.ts'
import { cleanValue, settableFields, type TaskValues } from './task-fields.ts'
import { cleanLabel, defaults, type Status } from './tasks.ts'

/** The values of a new task, on the server and in the browser alike; its place on the board follows from its number. */
export function newValues(task: NewTask, now: string): Omit<TaskValues, 'position'> {
  const values: Record<string, unknown> = { completedAt: completionTime(task.status ?? defaults.status, null, now) }
  for (const [name, field] of settableFields) {
    const value = (task as Partial<TaskValues>)[name] ?? field.initial
    if (value !== undefined) values[name] = cleanValue(field, value)
  }
  return values as Omit<TaskValues, 'position'>
}

/** Normalises values that replace those of a task, and adds the values that are derived from them. */
export function changedValues(
  values: Partial<TaskValues>,
  before: Pick<TaskValues, 'completedAt'>,
  now: string,
): Partial<TaskValues> {
  const clean: Record<string, unknown> = {}
  for (const [name, field] of settableFields) {
    if (values[name] !== undefined) clean[name] = cleanValue(field, values[name])
  }
  return values.status ? { ...clean, completedAt: completionTime(values.status, before.completedAt, now) } : clean
}

/** The values that a change of many tasks gives to one of them. Its links name tasks by id. */
export function bulkValues(
  { addLabels = [], removeLabels = [], addLinks = [], removeLinks = [], ...values }: ManyChange,
  before: Pick<TaskValues, 'labels' | 'completedAt'> & LinkValues,
  now: string,
): Partial<TaskValues> {
  const removed = removeLabels.map(cleanLabel)
  const labels = [...before.labels.filter((label) => !removed.includes(label)), ...addLabels]
  return changedValues({ ...values, labels, ...linkedValues(before, addLinks, removeLinks) }, before, now)
}

/** A task that is already completed keeps its time of completion. */
function completionTime(status: Status, before: string | null, now: string) {
  return status === 'Completed' ? (before ?? now) : null
}
