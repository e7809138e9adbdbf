import { localDay } from '../calendar-day.ts'
import { formatDay } from '../format-day.ts'
import { repeatWords } from '../repeat-words.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { ManyChange, Task } from '../schemas/tasks.ts'
import { type AmountField, amountFields } from '../task-fields.ts'
import { amountInWords } from './amount-words.ts'
import { untilWords } from './snooze-words.ts'
import { nameOf } from './task-names.ts'

type Named = Pick<Task, 'number' | 'title'>

/** One task by its name, several by their number: `#12 Fix login`, `3 tasks`. */
export function namesOf(tasks: Named[]): string {
  const [first] = tasks
  return tasks.length === 1 && first ? nameOf(first) : `${tasks.length} tasks`
}

/** A message that says how the tasks were changed: `Completed #12 Fix login`. */
export function describeChange(
  tasks: Named[],
  change: ManyChange,
  dateStyle: Preferences['dateStyle'],
  today = localDay(new Date()),
): string {
  const { status, priority, dueDate, startDate, repeat, reminders, addLabels = [], removeLabels = [] } = change
  const which = namesOf(tasks)
  const sentences = [
    status && (status === 'Completed' ? `Completed ${which}` : `Moved ${which} to ${status}`),
    priority && `Set the priority of ${which} to ${priority}`,
    dueDate === null && `Removed the due date of ${which}`,
    dueDate && `Set the due date of ${which} to ${formatDay(dueDate, dateStyle)}`,
    startDate === null && `Removed the start date of ${which}`,
    startDate && `Snoozed ${which} until ${untilWords(startDate.slice(0, 10), dateStyle, today)}`,
    ...amountFields.map((field) => amountWords(which, field, change[field.field])),
    repeat === null && `${which} ${tasks.length === 1 ? 'does' : 'do'} not repeat any more`,
    repeat && `Set ${which} to repeat ${repeatWords(repeat, (day) => formatDay(day, dateStyle))}`,
    reminders && `${reminders.length ? 'Set' : 'Removed'} the reminders of ${which}`,
    addLabels.length && `Added ${labelWords(addLabels)} to ${which}`,
    removeLabels.length && `Removed ${labelWords(removeLabels)} from ${which}`,
  ].filter(Boolean)
  return sentences.length === 1 && sentences[0] ? sentences[0] : `Updated ${which}`
}

function amountWords(which: string, field: AmountField, amount: number | null | undefined): string {
  if (amount === undefined) return ''
  if (amount === null) return `Removed the ${field.name} of ${which}`
  return `Set the ${field.name} of ${which} to ${amountInWords(field, amount)}`
}

const labelWords = (labels: string[]) => labels.map((label) => `#${label}`).join(' ')
