import type { Task } from '../../contract/schemas/tasks.ts'
import { searchText } from '../../contract/search.ts'
import {
  allFields,
  type FieldName,
  type TaskField,
  type TaskValues,
  taskFormat,
  wireDay,
} from '../../contract/task-fields.ts'
import type { TaskRow } from '../database/schema.ts'

/** The columns that are made from the others. */
type Derived = 'json' | 'json_format' | 'json_version' | 'words'
export type PlainRow = Omit<TaskRow, Derived | 'files_json'>

/** The value of a column in wire format. */
function sent({ kind }: TaskField, stored: unknown): unknown {
  if (kind === 'labels') return JSON.parse(stored as string)
  if (kind === 'day' && stored !== null) return stored + wireDay
  return stored
}

/** The value of a field as its column stores it. */
function stored({ kind }: TaskField, value: unknown): unknown {
  if (kind === 'labels') return JSON.stringify(value)
  if (kind === 'day' && value !== null) return (value as string).slice(0, -wireDay.length)
  return value
}

/** A row in wire format. */
export function taskOf(row: PlainRow): Task {
  const columns = row as unknown as Record<string, unknown>
  const task: Record<string, unknown> = {
    _id: row.id,
    number: row.number,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  for (const [name, field] of allFields) task[name] = sent(field, columns[field.column])
  return task as unknown as Task
}

/** The columns of these values. */
export function columnsOf(values: Partial<TaskValues>): Partial<TaskRow> {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of allFields) {
    if (values[name] !== undefined) columns[field.column] = stored(field, values[name])
  }
  return columns
}

/** The columns that are made from the others. */
export function derivedColumns(row: PlainRow): Pick<TaskRow, Derived> {
  const task = taskOf(row)
  return {
    json: JSON.stringify(task),
    json_format: taskFormat,
    json_version: row.version,
    words: searchText(task),
  }
}

/** The columns of a row, for a statement that lists them. */
export const taskColumns = Object.fromEntries(
  [
    ...['user_id', 'id', 'number', 'version', 'created_at', 'updated_at', 'trashed_at', 'files_json'],
    ...['json', 'json_format', 'json_version', 'words'],
    ...allFields.map(([, { column }]) => column),
  ].map((column) => [column, true]),
) as Record<keyof TaskRow, true>

/** The name of a field for users. An event may have other values too. */
export const fieldName = (field: string): string =>
  allFields.find(([name]) => name === (field as FieldName))?.[1].name ?? field
