import { formatDay } from '../format-day.ts'
import { reminderParts } from '../reminders.ts'
import type { Preferences } from '../schemas/accounts.ts'

/** A reminder as people say it: `Nov 20, 2026 at 15:00`, `on the due day at 09:00`, `2 days before at 09:00`. */
export function reminderWords(reminder: string, style: Preferences['dateStyle']): string {
  const parts = reminderParts(reminder)
  if (!parts) return reminder
  const { day, daysBefore, time } = parts
  return `${day ? formatDay(day, style) : daysBeforeWords(daysBefore)} at ${time}`
}

const daysBeforeWords = (days: number) =>
  days === 0 ? 'on the due day' : days === 1 ? '1 day before' : `${days} days before`

type Reminders = readonly string[] | null | undefined
const listed = new Intl.ListFormat('en')

export const remindersInWords = (reminders: Reminders, style: Preferences['dateStyle']) =>
  listed.format((reminders ?? []).map((reminder) => reminderWords(reminder, style))) || 'none'

/** A change of the reminders of a task in words, to follow the name of the user. */
export function reminderChangeInWords(before: Reminders, after: Reminders, style: Preferences['dateStyle']): string {
  const without = (all: Reminders, others: Reminders) => (all ?? []).filter((one) => !others?.includes(one))
  const [added, removed] = [without(after, before), without(before, after)]
  const noun = (reminders: string[]) => (reminders.length === 1 ? 'the reminder' : 'the reminders')
  const said = [
    ...(added.length ? [`added ${noun(added)} ${remindersInWords(added, style)}`] : []),
    ...(removed.length ? [`removed ${noun(removed)} ${remindersInWords(removed, style)}`] : []),
  ]
  return said.join(' and ') || 'changed the reminders'
}
