import type { Task } from '../../../contract/schemas/tasks.ts'
import { line, textValue } from '../../calendars/calendar-lines.ts'
import { alarm, todoProperties } from '../../calendars/task-entry.ts'
import { type Component, nameOf, propertyOf, written } from './content.ts'
import { alarmFor, keptIn, otherParts, ownMark, withKept } from './kept.ts'
import { momentsOf } from './moments.ts'
import { triggerOf } from './reminders.ts'
import type { TaskForCalendar, VtodoContext } from './types.ts'

/** A task as a calendar with one VTODO, and the properties of clients that were kept. */
export function taskToCalendar(shown: TaskForCalendar, context: VtodoContext): string {
  const { task, uid } = shown
  const kept = keptIn(shown.kept)
  const read = momentsOf(kept, context.timeZone)
  const isKnown = (other: string) => context.idOf(other) !== undefined
  const own = todoProperties(task, context.linkTo).map((one) => (nameOf(one) === 'UID' ? `UID:${textValue(uid)}` : one))
  const lines = withKept(
    [...own, ...progress(shown), ...relations(task, context), ...notes(shown)],
    kept,
    isKnown,
    read,
  )
  const later = kept.parts.filter((part) => part.name === 'VTODO' && isToCome(part))

  function isToCome(override: Component): boolean {
    const day = read(propertyOf(override, 'RECURRENCE-ID') ?? propertyOf(override, 'DUE'))?.day
    return task.repeat !== null && task.dueDate !== null && day !== undefined && day > task.dueDate.slice(0, 10)
  }

  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Taskdeck//Tasks//EN',
    ...kept.parts.filter(({ name }) => name === 'VTIMEZONE').flatMap(written),
    'BEGIN:VTODO',
    ...lines,
    ...alarms(task, kept, context),
    ...otherParts(kept),
    'END:VTODO',
    ...later.flatMap(written),
    'END:VCALENDAR',
  ]
    .map(line)
    .join('')
}

/** The share of its parts and criteria that are done. Clients take 100 for completed. */
function progress({ task: { status, doneWhen = [] }, parts }: TaskForCalendar): string[] {
  if (status === 'Completed') return ['PERCENT-COMPLETE:100']
  const total = parts.total + doneWhen.length
  const done = parts.done + doneWhen.filter(({ isMet }) => isMet).length
  return total ? [`PERCENT-COMPLETE;${ownMark}=TRUE:${Math.min(99, Math.round((100 * done) / total))}`] : []
}

/** DEPENDS-ON of RFC 9253: the task waits for the other one. */
const relations = ({ partOf, blockedBy = [] }: Task, { uidOf }: VtodoContext): string[] => [
  ...(partOf ? [`RELATED-TO;RELTYPE=PARENT:${textValue(uidOf(partOf))}`] : []),
  ...blockedBy.map((id) => `RELATED-TO;RELTYPE=DEPENDS-ON:${textValue(uidOf(id))}`),
]

const notes = ({ notes }: TaskForCalendar): string[] =>
  notes.map((text) => `COMMENT;${ownMark}=TRUE:${textValue(text)}`)

function alarms(task: Task, kept: Component, { timeZone }: VtodoContext): string[] {
  if (task.status === 'Completed') return []
  return (task.reminders ?? []).flatMap((reminder) => {
    const trigger = triggerOf(reminder, task, timeZone)
    if (!trigger) return []
    const own = alarmFor(reminder, kept)
    return own ? [...own.slice(0, -1), trigger, 'END:VALARM'] : alarm(task.title, trigger)
  })
}
