import type { Task } from '../../contract/schemas/tasks.ts'
import type { TaskRow } from '../database/schema.ts'

export const wireDay = 'T00:00:00.000Z'

/** A row as the contract shows it: the only place where a row becomes JSON. */
export function taskOf(row: Omit<TaskRow, 'json' | 'files_json' | 'words'>): Task {
  return {
    _id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    priority: row.priority,
    dueDate: row.due_date + wireDay,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    labels: JSON.parse(row.labels),
    position: row.position,
  }
}

/** The columns in which the fields of a task lie that a change can give other values. */
export function columnsOf({
  dueDate,
  completedAt,
  title,
  description,
  priority,
  status,
  labels,
  position,
}: Partial<Task>) {
  const columns: Partial<TaskRow> = {}
  if (title !== undefined) columns.title = title
  if (description !== undefined) columns.description = description
  if (priority !== undefined) columns.priority = priority
  if (status !== undefined) columns.status = status
  if (dueDate !== undefined) columns.due_date = dueDate.slice(0, -wireDay.length)
  if (completedAt !== undefined) columns.completed_at = completedAt
  if (labels !== undefined) columns.labels = JSON.stringify(labels)
  if (position !== undefined) columns.position = position
  return columns
}
