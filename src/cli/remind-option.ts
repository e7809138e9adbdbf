import type { Reading } from '../contract/quick-add/days-in-words.ts'
import { typedReminder } from '../contract/quick-add/reminders-in-line.ts'
import { taskLimits } from '../contract/tasks.ts'
import type { Options } from './command.ts'
import { usageError } from './errors.ts'

export const remindOption = {
  remind: {
    type: 'string',
    multiple: true,
    value: 'WHEN',
    help: 'A reminder such as "friday 15:00", "2 days before" or 9am, which is on the due day',
  },
} as const satisfies Options

/** The reminders of a task, followed by those that the values of `--remind` add. Throws a usage error if a value cannot be read. */
export function remindersIn(
  texts: readonly string[],
  { dueDate }: { dueDate?: string | null },
  reading: Reading,
  before: readonly string[] = [],
): string[] {
  const read = texts.map((text) => {
    const reminder = typedReminder(text, dueDate, reading)
    if (reminder) return reminder
    const isWithoutDue = !dueDate && typedReminder(text, '2026-01-01', reading) !== undefined
    throw usageError(
      isWithoutDue ? `--remind “${text}” needs a task with a due date.` : `--remind does not understand “${text}”.`,
      'Use a day and a time such as "friday 15:00" or 2026-11-20T15:00, or days before the due date such as "2 days before at 8:00".',
    )
  })
  const all = [...new Set([...before, ...read])]
  if (all.length > taskLimits.reminders)
    throw usageError(`A task has at most ${taskLimits.reminders} reminders, and these are ${all.length}.`)
  return all
}
