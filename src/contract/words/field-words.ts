import type { Criterion } from '../done-when.ts'
import { formatDay } from '../format-day.ts'
import { repeatWords } from '../repeat-words.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { Task } from '../schemas/tasks.ts'
import { someday } from '../start-date.ts'
import { type AmountName, type SettableValues, settableFields, taskFields } from '../task-fields.ts'
import { amountInWords } from './amount-words.ts'

/** The fields that the activity names. The position on the board is not one of them: its value means nothing to people. */
export type Field = Exclude<keyof SettableValues, 'position'>
export const fields = settableFields.flatMap(([name]) => (name === 'position' ? [] : (name as Field)))
export const fieldName = (field: Field): string => taskFields[field].name

/** Returns the number of a linked task. Its links are hidden if it was deleted, but the activity still names it. */
export type LinkedName = (id: string) => string
export const deletedTask = 'a deleted task'

/** The value of a field as shown to people. */
export function formatField(
  field: Field,
  value: Task[Field],
  style: Preferences['dateStyle'],
  linkedName: LinkedName,
): string {
  const { kind } = taskFields[field]
  if (kind === 'task' || kind === 'tasks')
    return [(value as string | string[] | null) ?? []].flat().map(linkedName).join(', ') || 'none'
  if (kind === 'criteria') return ((value ?? []) as Criterion[]).map(({ text }) => `“${text}”`).join(', ') || 'none'
  // Screens that show them in words have the words; most of the first load does without.
  if (kind === 'reminders') return ((value ?? []) as string[]).join(', ') || 'none'
  if (value === null || value === undefined) return kind === 'day' ? 'No date' : `No ${fieldName(field)}`
  if (typeof value === 'number') return amountInWords(taskFields[field as AmountName], value)
  if (value === '') return `No ${fieldName(field)}`
  if (Array.isArray(value)) return value.map((label) => `#${label}`).join(' ') || 'none'
  if (typeof value === 'object') return repeatWords(value, (day) => formatDay(day, style))
  if (field === 'startDate' && value.startsWith(someday)) return 'someday'
  return kind === 'day' ? formatDay(value.slice(0, 10), style) : value
}
