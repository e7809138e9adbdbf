import { addDays, dayAt, parseDay } from './calendar-day.ts'
import { someday } from './start-date.ts'

/** The longest time from a reminder to the due date. */
export const maxDaysBefore = 365

/** The maximum number of reminders of a user that are still to come or were shown within a day. */
export const maxReminders = 20_000

/** The time of a reminder that is typed without one. */
export const usualTime = '09:00'

/** A reminder is a text: a day, or the number of days before the due date, and a time: `2026-11-20T15:00`, `due-2T09:00`. */
const shape = /^(?:(\d{4}-\d\d-\d\d)|due-(0|[1-9]\d{0,2}))T((?:[01]\d|2[0-3]):[0-5]\d)$/

export interface ReminderParts {
  /** Undefined if it is counted from the due date. */
  day: string | undefined
  daysBefore: number
  time: string
}

/** A reminder as people type it. If it has neither a day nor a number of days, its meaning depends on the due date. */
export type TypedReminder = Omit<ReminderParts, 'daysBefore'> & { daysBefore: number | undefined }

/** Undefined if the text is not a reminder. */
export function reminderParts(text: string): ReminderParts | undefined {
  const [, given, before = '0', time] = shape.exec(text) ?? []
  if (!time || (given && !parseDay(given)) || Number(before) > maxDaysBefore) return undefined
  return { day: given, daysBefore: Number(before), time }
}

export const isReminder = (text: string) => reminderParts(text) !== undefined

export const reminderOf = ({ day, daysBefore, time }: ReminderParts) => `${day ?? `due-${daysBefore}`}T${time}`

interface Dates {
  dueDate: string | null
  startDate: string | null
}

/**
 * The day and the time at which a reminder of a task is due, such as `2026-11-20T15:00`, in the time zone of the user. A task that is put off is not
 * spoken of before it comes back: its reminder waits for that day. Undefined without a due date to count from, and for a task that is put off to
 * someday.
 */
export function remindsAt(reminder: string, { dueDate, startDate }: Dates): string | undefined {
  const parts = reminderParts(reminder)
  const day = parts && (parts.day ?? (dueDate ? addDays(dueDate.slice(0, 10), -parts.daysBefore) : undefined))
  const start = startDate?.slice(0, 10) ?? ''
  if (!day || !parseDay(day) || start === someday) return undefined
  return `${start > day ? start : day}T${parts.time}`
}

/**
 * The reminders of the task after a repeating one, which is due some days later. Those at a day move by the same number of days; without a due
 * date, they are left out.
 */
export function movedReminders(reminders: readonly string[], days: number | undefined): string[] {
  return reminders.flatMap((reminder) => {
    const parts = reminderParts(reminder)
    if (!parts?.day) return reminder
    const day = days === undefined ? undefined : dayAt(parts.day, days)
    return day ? reminderOf({ ...parts, day }) : []
  })
}
