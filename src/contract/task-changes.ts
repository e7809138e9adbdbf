import { type LinkValues, linkedValues } from './links.ts'
import type { ManyChange, NewTask } from './schemas/tasks.ts'
import { cleanValue, settableFields, type TaskValues } from './task-fields.ts'
import { cleanLabel, defaults, type Status } from './tasks.ts'

/** The values of a new task, on the server and in the browser alike; its place on the board follows from its number. */
export function newValues(task: NewTask, now: string): Omit<TaskValues, 'position'> {
  const values: Record<string, unknown> = { ...timesOf(task.status ?? defaults.status, nothingDone, now), claim: null }
  for (const [name, field] of settableFields) {
    const value = (task as Partial<TaskValues>)[name] ?? field.initial
    if (value !== undefined) values[name] = cleanValue(field, value)
  }
  return values as Omit<TaskValues, 'position'>
}

/** Normalises values that replace those of a task, and adds the values that are derived from them. */
export function changedValues(values: Partial<TaskValues>, before: TimesBefore, now: string): Partial<TaskValues> {
  const clean: Record<string, unknown> = {}
  for (const [name, field] of settableFields) {
    if (values[name] !== undefined) clean[name] = cleanValue(field, values[name])
  }
  if (!values.status) return clean
  // The claim ends with the work.
  const ended = values.status === 'In Progress' ? {} : { claim: null }
  return { ...clean, ...timesOf(values.status, before, now), ...ended }
}

/** The values that a change of many tasks gives to one of them. Its links name tasks by id. */
export function bulkValues(
  { addLabels = [], removeLabels = [], addLinks = [], removeLinks = [], ...values }: ManyChange,
  before: Pick<TaskValues, 'labels'> & TimesBefore & LinkValues,
  now: string,
): Partial<TaskValues> {
  const removed = removeLabels.map(cleanLabel)
  const labels = [...before.labels.filter((label) => !removed.includes(label)), ...addLabels]
  return changedValues({ ...values, labels, ...linkedValues(before, addLinks, removeLinks) }, before, now)
}

type TimesBefore = Pick<TaskValues, 'status' | 'completedAt' | 'startedAt'>
const nothingDone: TimesBefore = { status: defaults.status, completedAt: null, startedAt: null }

/**
 * The times that follow from a new status. A task that is already completed keeps its time of completion. A task that is pending again has not
 * been started; one that is completed, or continued after that, keeps its start.
 */
function timesOf(status: Status, before: TimesBefore, now: string): Pick<TaskValues, 'completedAt' | 'startedAt'> {
  const startedAt = before.startedAt ?? (status === 'In Progress' && before.status !== status ? now : null)
  return {
    completedAt: status === 'Completed' ? (before.completedAt ?? now) : null,
    startedAt: status === 'Pending' ? null : startedAt,
  }
}
