import { localDay } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type SettableValues, settableFields, taskFields } from '../../contract/task-fields.ts'
import { formatDay } from '../ui/format-day.ts'

type DateStyle = Preferences['dateStyle']

/** The fields that the activity names. The position on the board is not one of them: its value means nothing to people. */
export type Field = Exclude<keyof SettableValues, 'position'>
export const fields = settableFields.flatMap(([name]) => (name === 'position' ? [] : (name as Field)))
export const fieldName = (field: Field): string => taskFields[field].name

/** The value of a field as shown to people. */
export function shown(field: Field, value: Task[Field], style: DateStyle): string {
  if (value === null) return 'none'
  if (typeof value !== 'string') return value.map((label) => `#${label}`).join(' ') || 'none'
  return taskFields[field].kind === 'day' ? formatDay(value.slice(0, 10), style) : value
}

/** An event in words, to follow the name of the user. */
export function wordsOf(event: TaskEvent, style: DateStyle): string {
  const words = plainWords(event, style)
  return event.undoes === null ? words : `${words} (undo)`
}

function plainWords({ kind, before, after }: TaskEvent, style: DateStyle): string {
  switch (kind) {
    case 'created':
      return 'created this task'
    case 'trashed':
      return 'moved it to the trash'
    case 'restored':
      return 'restored it'
    case 'attached':
      return `attached ${after?.file?.name ?? 'a file'}`
    case 'detached':
      return `removed ${before?.file?.name ?? 'a file'}`
    case 'erased':
      return `deleted ${before?.file?.name ?? 'a file'} for good`
    case 'purged':
      return 'deleted it for good'
    default:
      if (after && 'position' in after && Object.keys(after).length === 1) return 'moved it on the board'
      return fields
        .flatMap((field) => {
          const [from, to] = [before?.[field], after?.[field]]
          if (from === undefined || to === undefined) return []
          if (field === 'description') return 'changed the description'
          return `changed the ${fieldName(field)} from ${shown(field, from, style)} to ${shown(field, to, style)}`
        })
        .join(' and ')
  }
}

/** The date and time of an event. */
export function moment(iso: string, style: DateStyle): string {
  const time = new Date(iso)
  return `${formatDay(localDay(time), style)}, ${time.toLocaleTimeString(undefined, { timeStyle: 'short' })}`
}
