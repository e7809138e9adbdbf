import { addDays, daysBetween } from '../../../contract/calendar-day.ts'
import { nextDue, nextRepeat, type Repeat } from '../../../contract/repeat.ts'
import { type Component, propertiesOf, propertyOf } from './content.ts'
import type { ReadMoment } from './moments.ts'
import type { TodoProperties } from './read.ts'
import { statusIn, type TodoValues } from './values.ts'

/** The recurrences of a to-do that its client speaks of. */
export interface Recurrences {
  /** By the due date of the recurrence. */
  completed: ReadonlySet<string>
  leftOut: ReadonlySet<string>
  /** Those that were changed in another way, or that are still to come. */
  after: (dueDay: string) => Component[]
}

export function recurrencesIn(
  { todo, overrides }: TodoProperties,
  { anchorDay, dueDay }: TodoValues,
  read: ReadMoment,
): Recurrences {
  // A recurrence is named by its start.
  const length = anchorDay && dueDay ? daysBetween(anchorDay, dueDay) : 0
  const dueOf = (override: Component) => {
    const named = read(propertyOf(override, 'RECURRENCE-ID'))?.day
    return named ? addDays(named, length) : read(propertyOf(override, 'DUE') ?? propertyOf(override, 'DTSTART'))?.day
  }
  const daysWith = (status: TodoValues['status']) =>
    overrides.filter((one) => statusIn(one) === status).flatMap((one) => dueOf(one) ?? [])
  const exceptions = propertiesOf(todo, 'EXDATE').flatMap(({ value, parameters }) =>
    value.split(',').flatMap((one) => read({ value: one, parameters })?.day ?? []),
  )
  return {
    completed: new Set(daysWith('Completed')),
    leftOut: new Set([...daysWith('Cancelled'), ...exceptions.map((day) => addDays(day, length))]),
    after: (day) => overrides.filter((one) => (dueOf(one) ?? '') > day),
  }
}

/** The first recurrence from a due date on that is neither completed nor left out; undefined if there is none. */
export function firstOpen(dueDay: string, rule: string, { completed, leftOut }: Recurrences): string | undefined {
  let [day, repeat]: [string | undefined, Repeat] = [dueDay, { rule, from: 'due' }]
  // Each step passes one of the days that the text names, so their number is bounded.
  while (day && (completed.has(day) || leftOut.has(day))) {
    day = nextDue(repeat, { dueDate: day, today: day })
    repeat = nextRepeat(repeat)
  }
  return day
}

/** Tasks.org writes no completed recurrence: it moves the to-do to the next date, and counts from there or from the day of the completion. */
const movesTasks = /tasks\.org/i

/** Whether a client has completed a recurrence by moving its to-do. Of other clients, a new due date is only that. */
export function isMoved(program: string, before: TodoValues, after: TodoValues, today: string): boolean {
  const { rule, dueDay } = before
  if (!movesTasks.test(program) || !rule || !dueDay || !after.dueDay || after.status === 'Completed') return false
  const repeat: Repeat = { rule, from: 'due' }
  if (after.rule !== rule && after.rule !== nextRepeat(repeat).rule) return false
  const dates = { dueDate: dueDay, today }
  const next = [
    nextDue({ ...repeat, missed: 'keep' }, dates),
    nextDue(repeat, dates),
    nextDue({ ...repeat, from: 'completion' }, dates),
  ]
  return after.dueDay > dueDay && next.includes(after.dueDay)
}
