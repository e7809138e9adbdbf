import type { Task } from '../../contract/schemas/tasks.ts'
import { searchText } from '../../contract/search.ts'
import { someday } from '../../contract/start-date.ts'
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
export type PlainRow = Omit<TaskRow, Derived>

/** Former versions put off the task after one that was put off to someday beyond the calendar. Such a day, also of the log, means someday. */
const dayIn = (day: string) => (day.startsWith('+') ? someday : day)

/** The kinds whose columns are JSON. */
const jsonKinds: ReadonlySet<TaskField['kind']> = new Set([
  'labels',
  'tasks',
  'repeat',
  'claim',
  'criteria',
  'reminders',
])

/** The value of a column in wire format. */
function sent({ kind, absentAs }: TaskField, stored: unknown): unknown {
  if (stored === null || stored === absentAs) return null
  if (jsonKinds.has(kind)) return JSON.parse(stored as string)
  if (kind === 'day') return dayIn(stored as string) + wireDay
  return stored
}

/** The value of a field as its column stores it. */
function stored({ kind, absentAs }: TaskField, value: unknown): unknown {
  if (value === null) return absentAs ?? null
  if (jsonKinds.has(kind)) return JSON.stringify(value)
  if (kind === 'day') return dayIn((value as string).slice(0, -wireDay.length))
  return value
}

/** A row in wire format. Its first field is `fileCount`: see `storedTask`. */
export function taskOf(row: PlainRow): Task {
  const columns = row as unknown as Record<string, unknown>
  const task: Record<string, unknown> = {
    fileCount: row.files_json === '[]' ? 0 : JSON.parse(row.files_json).length,
    _id: row.id,
    number: row.number,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.note_count ? { noteCount: row.note_count } : {}),
    ...(row.question_count ? { openQuestions: row.question_count } : {}),
    ...(row.proof === null ? {} : { proof: JSON.parse(row.proof) }),
  }
  for (const [name, field] of allFields) {
    const stored = columns[field.column]
    if (field.isLeftOutIfAbsent && (stored === null || stored === '[]')) continue
    task[name] = sent(field, stored)
  }
  return task as unknown as Task
}

/** The values of all fields, also of those that the wire format leaves out. */
export function valuesOf(row: PlainRow): TaskValues {
  const columns = row as unknown as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const [name, field] of allFields) values[name] = sent(field, columns[field.column])
  return values as unknown as TaskValues
}

/** The columns of these values. */
export function columnsOf(values: Partial<TaskValues>): Partial<TaskRow> {
  const columns: Record<string, unknown> = {}
  for (const [name, field] of allFields) {
    if (values[name] !== undefined) columns[field.column] = stored(field, values[name])
  }
  return columns
}

/** The beginning of stored JSON. */
export const storedStart = '{"fileCount":0,'

/**
 * The JSON to store. It says that there are no files, and reads insert the number (stored-json.ts): attaching a file makes no new version of
 * the task, and an older node attaches files without changing the JSON.
 */
function storedTask(task: Task): string {
  return JSON.stringify(task.fileCount ? { ...task, fileCount: 0 } : task)
}

/** The columns that are made from the others. `knownWords` are the search words, if they are known to be the same as before. */
export function derivedColumns(row: PlainRow, knownWords?: string): Pick<TaskRow, Derived> {
  const task = taskOf(row)
  return {
    json: storedTask(task),
    json_format: taskFormat,
    json_version: row.version,
    words: knownWords ?? searchText(task),
  }
}

/** The columns of a row, for a statement that lists them. */
export const taskColumns = Object.fromEntries(
  [
    ...[
      'user_id',
      'id',
      'number',
      'version',
      'created_at',
      'updated_at',
      'trashed_at',
      'files_json',
      'note_count',
      'last_note_number',
      'question_count',
      'proof',
    ],
    ...['json', 'json_format', 'json_version', 'words'],
    ...allFields.map(([, { column }]) => column),
  ].map((column) => [column, true]),
) as Record<keyof TaskRow, true>

/** The name of a field for users. An event may have other values too. */
export const fieldName = (field: string): string =>
  allFields.find(([name]) => name === (field as FieldName))?.[1].name ?? field
