import type { CalendarKind } from '../../contract/calendars.ts'
import { remindsAt } from '../../contract/reminders.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { momentOf } from '../reminders/local-time.ts'
import { dayValue, line, textValue, timeValue } from './calendar-lines.ts'
import { laterDates } from './calendar-rule.ts'

/** The numbers of RFC 5545, of which 1 is the highest. */
export const priorityNumbers: Record<Task['priority'], number> = { Critical: 1, High: 3, Medium: 5, Low: 9 }
const states: Record<Task['status'], string> = {
  Pending: 'NEEDS-ACTION',
  'In Progress': 'IN-PROCESS',
  Completed: 'COMPLETED',
}

type LinkTo = (task: Task) => string

/** A task as an entry of a calendar, for a user in a time zone. Undefined for an event without a day. */
export function taskEntry(task: Task, kind: CalendarKind, linkTo: LinkTo, timeZone: string): string | undefined {
  if (kind === 'events' && !task.dueDate) return undefined
  const name = kind === 'events' ? 'VEVENT' : 'VTODO'
  const times = kind === 'events' ? eventTimes(task) : todoTimes(task)
  return [`BEGIN:${name}`, ...properties(task, times, linkTo), ...alarms(task, kind, timeZone), `END:${name}`]
    .map(line)
    .join('')
}

/** The properties of a task as a to-do, unfolded, without its alarms. */
export const todoProperties = (task: Task, linkTo: LinkTo): string[] => properties(task, todoTimes(task), linkTo)

function properties(task: Task, times: string[], linkTo: LinkTo): string[] {
  const { labels, description } = task
  return [
    `UID:${task._id}`,
    // Without a method, it is the time of the last change.
    `DTSTAMP:${timeValue(task.updatedAt)}`,
    `CREATED:${timeValue(task.createdAt)}`,
    `LAST-MODIFIED:${timeValue(task.updatedAt)}`,
    `SEQUENCE:${task.version - 1}`,
    ...times,
    `SUMMARY:${textValue(task.title)}`,
    ...(description ? [`DESCRIPTION:${textValue(description)}`] : []),
    ...(labels.length ? [`CATEGORIES:${labels.map(textValue).join()}`] : []),
    `PRIORITY:${priorityNumbers[task.priority]}`,
    `URL:${linkTo(task)}`,
  ]
}

/** A task that was completed has its next one beside it. */
const repetition = ({ repeat, dueDate, status }: Task): string[] =>
  repeat && dueDate && status !== 'Completed' ? laterDates(repeat, dueDate) : []

/** A day in the user's calendar that takes no time away from meetings. */
const eventTimes = (task: Task): string[] => [
  `DTSTART;VALUE=DATE:${dayValue(task.dueDate ?? '')}`,
  ...repetition(task),
  'TRANSP:TRANSPARENT',
]

/** A rule counts from the start of a to-do, so one that repeats starts on its due date. */
function todoTimes(task: Task): string[] {
  const { dueDate, startDate, status, completedAt } = task
  const later = repetition(task)
  const isEarlier = startDate !== null && (dueDate === null || startDate < dueDate)
  const start = later.length ? dueDate : isEarlier ? startDate : null
  return [
    ...(start ? [`DTSTART;VALUE=DATE:${dayValue(start)}`] : []),
    ...(dueDate ? [`DUE;VALUE=DATE:${dayValue(dueDate)}`] : []),
    ...later,
    `STATUS:${states[status]}`,
    ...(completedAt ? [`COMPLETED:${timeValue(completedAt)}`] : []),
  ]
}

/**
 * Alarms count from the beginning of the due date where the user is, so they also fit the later dates of a task that repeats. Those of a to-do
 * without a due date have a moment of their own.
 */
function alarms(task: Task, kind: CalendarKind, timeZone: string): string[] {
  const { reminders = [], status } = task
  if (status === 'Completed') return []
  return reminders.flatMap((reminder) => {
    const at = remindsAt(reminder, task)
    const trigger = at && triggerAt(at, task, kind, timeZone)
    return trigger ? alarm(task.title, trigger) : []
  })
}

function triggerAt(at: string, { dueDate }: Task, kind: CalendarKind, timeZone: string): string | undefined {
  if (!dueDate) {
    const moment = new Date(momentOf(timeZone, at)).toISOString()
    // After the year 9999, days have another form.
    return moment.startsWith('+') ? undefined : `TRIGGER;VALUE=DATE-TIME:${timeValue(moment)}`
  }
  // The alarm of an event counts from its start. A to-do may start earlier than it is due, so its alarm counts from its end.
  const related = kind === 'events' ? '' : ';RELATED=END'
  const minutes = (Date.parse(`${at}:00Z`) - Date.parse(`${dueDate.slice(0, 10)}T00:00:00Z`)) / 60_000
  return `TRIGGER${related}:${minutes < 0 ? '-' : ''}PT${Math.abs(minutes)}M`
}

/** An alarm that shows the title of its task, unfolded. */
export const alarm = (title: string, trigger: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${textValue(title)}`,
  trigger,
  'END:VALARM',
]
