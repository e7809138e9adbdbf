import type { CalendarKind } from '../../contract/calendars.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dayValue, line, textValue, timeValue } from './calendar-lines.ts'
import { laterDates } from './calendar-rule.ts'

const priorities: Record<Task['priority'], number> = { Critical: 1, High: 3, Medium: 5, Low: 9 }
const states: Record<Task['status'], string> = {
  Pending: 'NEEDS-ACTION',
  'In Progress': 'IN-PROCESS',
  Completed: 'COMPLETED',
}

/** A task as an entry of a calendar. Undefined for an event without a day. */
export function taskEntry(task: Task, kind: CalendarKind, linkTo: (task: Task) => string): string | undefined {
  if (kind === 'events' && !task.dueDate) return undefined
  const name = kind === 'events' ? 'VEVENT' : 'VTODO'
  const { labels, description } = task
  return [
    `BEGIN:${name}`,
    `UID:${task._id}`,
    // Without a method, it is the time of the last change.
    `DTSTAMP:${timeValue(task.updatedAt)}`,
    `CREATED:${timeValue(task.createdAt)}`,
    `LAST-MODIFIED:${timeValue(task.updatedAt)}`,
    `SEQUENCE:${task.version - 1}`,
    ...(kind === 'events' ? eventTimes(task) : todoTimes(task)),
    `SUMMARY:${textValue(task.title)}`,
    ...(description ? [`DESCRIPTION:${textValue(description)}`] : []),
    ...(labels.length ? [`CATEGORIES:${labels.map(textValue).join()}`] : []),
    `PRIORITY:${priorities[task.priority]}`,
    `URL:${linkTo(task)}`,
    `END:${name}`,
  ]
    .map(line)
    .join('')
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
