import { addDays, daysBetween } from '../../../contract/calendar-day.ts'
import { isReminder, maxDaysBefore, reminderOf, reminderParts } from '../../../contract/reminders.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { timeValue } from '../../calendars/calendar-lines.ts'
import { fromDay } from '../../calendars/task-entry.ts'
import { momentOf } from '../../reminders/local-time.ts'
import { type Component, linesOf, propertyOf, wordOf } from './content.ts'
import { later, type Moment, type ReadMoment } from './moments.ts'

/** The days from which the alarms of a to-do count. */
export interface AlarmDates {
  due: Moment | undefined
  start: Moment | undefined
}

/** The trigger of a reminder as a line; undefined if it counts from a due date that the task does not have. */
export function triggerOf(reminder: string, { dueDate }: Pick<Task, 'dueDate'>, timeZone: string): string | undefined {
  const parts = reminderParts(reminder)
  if (!parts) return undefined
  const { day, daysBefore, time } = parts
  if (day) {
    const moment = new Date(momentOf(timeZone, `${day}T${time}`)).toISOString()
    return `TRIGGER;VALUE=DATE-TIME:${timeValue(moment)}`
  }
  if (!dueDate) return undefined
  return `TRIGGER;RELATED=END:${fromDay(dueDate, `${addDays(dueDate.slice(0, 10), -daysBefore)}T${time}`)}`
}

/** The reminder that an alarm means; undefined for an alarm of another kind, such as one at a place. */
export function reminderOfAlarm(alarm: Component, dates: AlarmDates, read: ReadMoment): string | undefined {
  const trigger = propertyOf(alarm, 'TRIGGER')
  // Apple's apps write an alarm without an action where somebody has switched the usual one off.
  if (!trigger || wordOf(alarm, 'ACTION') === 'NONE') return undefined
  if (/^\s*\d{8}/.test(trigger.value)) return atDay(read(trigger))
  const isFromEnd = trigger.parameters.get('RELATED')?.toUpperCase() === 'END'
  const anchor = isFromEnd ? dates.due : (dates.start ?? dates.due)
  const at = anchor && later(anchor, trigger.value)
  if (!at) return undefined
  const days = anchor.day === dates.due?.day ? daysBetween(at.day, anchor.day) : -1
  if (days < 0 || days > maxDaysBefore) return atDay(at)
  return reminderOf({ day: undefined, daysBefore: days, time: at.time ?? '00:00' })
}

/** The reminder at a day and a time. */
export function atDay(moment: Moment | undefined): string | undefined {
  if (!moment) return undefined
  const reminder = reminderOf({ day: moment.day, daysBefore: 0, time: moment.time ?? '00:00' })
  return isReminder(reminder) ? reminder : undefined
}

/** Two alarms with the same trigger, in the same words, mean the same reminder. */
export const triggerLine = (alarm: Component): string => linesOf(alarm, 'TRIGGER')[0] ?? ''
