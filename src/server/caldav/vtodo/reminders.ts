import { addDays, daysBetween } from '../../../contract/calendar-day.ts'
import { isReminder, maxDaysBefore, reminderOf, reminderParts } from '../../../contract/reminders.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { timeValue } from '../../calendars/calendar-lines.ts'
import { momentOf } from '../../reminders/local-time.ts'
import { type Component, linesOf, propertyOf, wordOf } from './content.ts'
import { later, type Moment, type ReadMoment } from './moments.ts'

/** The days from which the alarms of a to-do count. */
export interface AlarmDates {
  due: Moment | undefined
  start: Moment | undefined
}

/**
 * The trigger of a reminder as a line; undefined if it counts from a due date that the task does not have. It is a moment, also where the reminder
 * counts from the due date: programs do not agree about the time of a day from which they count.
 */
export function triggerOf(reminder: string, { dueDate }: Pick<Task, 'dueDate'>, timeZone: string): string | undefined {
  const at = localTime(reminder, dueDate)
  const moment = at && new Date(momentOf(timeZone, at)).toISOString()
  // After the year 9999, days have another form.
  return moment && !moment.startsWith('+') ? `TRIGGER;VALUE=DATE-TIME:${timeValue(moment)}` : undefined
}

/** The day and the time of a reminder by the clock of the user. */
function localTime(reminder: string, dueDate: string | null): string | undefined {
  const parts = reminderParts(reminder)
  const day = parts && (parts.day ?? (dueDate ? addDays(dueDate.slice(0, 10), -parts.daysBefore) : undefined))
  return day && `${day}T${parts?.time}`
}

/** The reminders of a task by their triggers and times, so that an alarm that comes back is the same reminder. */
export function knownReminders(task: Pick<Task, 'dueDate' | 'reminders'> | undefined, timeZone: string) {
  const known = new Map<string, string>()
  for (const reminder of task?.reminders ?? []) {
    for (const key of [
      triggerOf(reminder, { dueDate: task?.dueDate ?? null }, timeZone),
      localTime(reminder, task?.dueDate ?? null),
    ]) {
      if (key) known.set(key, reminder)
    }
  }
  return known
}

/** The reminder that an alarm means; undefined for an alarm of another kind, such as one at a place. */
export function reminderOfAlarm(alarm: Component, dates: AlarmDates, read: ReadMoment): string | undefined {
  const trigger = propertyOf(alarm, 'TRIGGER')
  // Apple's apps write an alarm without an action where somebody has switched the usual one off.
  if (!trigger || wordOf(alarm, 'ACTION') === 'NONE') return undefined
  if (/^\s*\d{8}/.test(trigger.value)) return atDay(read(trigger), dates.due)
  const isFromEnd = trigger.parameters.get('RELATED')?.toUpperCase() === 'END'
  const anchor = isFromEnd ? dates.due : (dates.start ?? dates.due)
  const at = anchor && later(anchor, trigger.value)
  if (!at) return undefined
  const days = anchor.day === dates.due?.day ? daysBetween(at.day, anchor.day) : -1
  if (days < 0 || days > maxDaysBefore) return atDay(at, dates.due)
  return reminderOf({ day: undefined, daysBefore: days, time: at.time ?? '00:00' })
}

/** The reminder at a day and a time. On the day on which a task is due, it moves with the due date. */
export function atDay({ day, time = '00:00' }: Moment = { day: '' }, due?: Moment): string | undefined {
  const reminder = reminderOf({ day: day === due?.day ? undefined : day, daysBefore: 0, time })
  return isReminder(reminder) ? reminder : undefined
}

/** Two alarms with the same trigger, in the same words, mean the same reminder. */
export const triggerLine = (alarm: Component): string => linesOf(alarm, 'TRIGGER')[0] ?? ''
