import { dayAt, daysBetween } from './calendar-day.ts'
import { unmet } from './done-when.ts'
import { movedReminders } from './reminders.ts'
import { nextDue, nextRepeat } from './repeat.ts'
import { someday } from './start-date.ts'
import { initialValues, type TaskValues, wireDay } from './task-fields.ts'

const dayIn = (value: string) => value.slice(0, 10)

/**
 * Adds what follows from completing a task that repeats. The repetition goes over to the next task, so that reopening and
 * completing the first one again does not add a second one. `next` has the values of that task; it is undefined if there is none.
 */
export function completed(
  task: TaskValues,
  values: Partial<TaskValues>,
  today: string,
): { values: Partial<TaskValues>; next?: TaskValues } {
  if (!isContinued(task, values)) return { values }
  const next = nextValues({ ...task, ...values }, today)
  return { values: { ...values, repeat: null }, ...(next ? { next } : {}) }
}

/** Whether these values complete a task that repeats. */
export const isContinued = (
  task: Pick<TaskValues, 'status' | 'repeat'>,
  { status, repeat = task.repeat }: Partial<TaskValues>,
) => status === 'Completed' && task.status !== 'Completed' && repeat !== null

/** The values of the task after one that is completed today; undefined if it does not repeat, or if it was the last one. */
function nextValues(task: TaskValues, today: string): TaskValues | undefined {
  const dates = nextDates(task, today)
  return (
    dates && {
      ...task,
      ...dates,
      description: unticked(task.description),
      doneWhen: unmet(task.doneWhen ?? []),
      // The next one stays a part of the same task; the other links were about this one.
      blockedBy: [],
      related: [],
      source: null,
      status: initialValues.status,
      completedAt: null,
      startedAt: null,
      claim: null,
    }
  )
}

type NextDate = 'dueDate' | 'startDate' | 'repeat' | 'reminders'

/**
 * The dates, reminders and the repetition of the task after one that is completed or skipped today; undefined if it was the last one. The start
 * date and the reminders stay as far from the due date; without a due date, there was no distance to keep. The task after one that was put off to Someday
 * has no start date, so that it is shown.
 */
export function nextDates(
  { dueDate, startDate, repeat, reminders }: Pick<TaskValues, NextDate>,
  today: string,
): Pick<TaskValues, NextDate> | undefined {
  const day = repeat ? nextDue(repeat, { dueDate: dueDate && dayIn(dueDate), today }) : undefined
  if (!repeat || day === undefined) return undefined
  const start =
    dueDate && startDate && dayIn(startDate) < someday
      ? dayAt(day, daysBetween(dayIn(dueDate), dayIn(startDate)))
      : undefined
  return {
    dueDate: day + wireDay,
    startDate: start === undefined ? null : start + wireDay,
    repeat: nextRepeat(repeat),
    ...(reminders
      ? { reminders: movedReminders(reminders, dueDate ? daysBetween(dayIn(dueDate), day) : undefined) }
      : {}),
  }
}

const ticked = /^(\s*(?:[-*+]|\d+[.)])\s+)\[x\](?=\s)/i
const fence = /^\s*(`{3,}|~{3,})/

/** A description whose checklists are not ticked. Code blocks stay as they are. */
function unticked(description: string): string {
  let open: string | undefined
  const lines = description.split('\n').map((line) => {
    const mark = fence.exec(line)?.[1]
    if (mark && (open === undefined || mark.startsWith(open))) open = open === undefined ? mark : undefined
    return open === undefined && !mark ? line.replace(ticked, '$1[ ]') : line
  })
  return lines.join('\n')
}
