import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type SettableValues, settableFields, taskFields } from '../../contract/task-fields.ts'
import { formatDay } from '../ui/format-day.ts'

/** The fields that the activity names. The position on the board is not one of them: its value means nothing to people. */
export type Field = Exclude<keyof SettableValues, 'position'>
export const fields = settableFields.flatMap(([name]) => (name === 'position' ? [] : (name as Field)))
export const fieldName = (field: Field): string => taskFields[field].name

/** The value of a field as shown to people. */
export function formatField(field: Field, value: Task[Field], style: Preferences['dateStyle']): string {
  if (value === null) return 'none'
  if (typeof value !== 'string') return value.map((label) => `#${label}`).join(' ') || 'none'
  return taskFields[field].kind === 'day' ? formatDay(value.slice(0, 10), style) : value
}
