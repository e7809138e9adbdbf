import { AppError } from '../../../contract/errors.ts'
import { propertyIn, unescaped } from '../../../contract/icalendar-lines.ts'
import { cleanLabel, isLabel, type Priority, type Status, taskLimits } from '../../../contract/tasks.ts'
import { isLonger } from '../../../contract/text-length.ts'
import { type Component, linesOf, propertiesOf, propertyOf, textOf, wordOf } from './content.ts'
import { later, type Moment, type ReadMoment } from './moments.ts'
import { atDay, reminderOfAlarm, triggerLine } from './reminders.ts'
import { ruleOf } from './rule.ts'

/** The meaning of a to-do for Taskdeck. */
export interface TodoValues {
  title: string
  description: string
  labels: string[]
  priority: Priority
  status: Status | 'Cancelled'
  dueDay: string | null
  startDay: string | null
  /** The day of DTSTART, also where it is not the start of the task. */
  shownStart: string | null
  rule: string | null
  reminders: string[]
  parent: string | null
  blockers: string[]
  /** The reminder of each alarm, by its trigger. */
  alarms: ReadonlyMap<string, string>
  /** The day from which its recurrences are named. */
  anchorDay: string | null
}

/** A text with at most `maxLength` characters. The whole one is kept beside it, see kept.ts. */
function shortened(text: string, maxLength: number): string {
  if (!isLonger(text, maxLength)) return text
  return `${[...text].slice(0, maxLength - 1).join('')}…`
}

export const titleIn = (todo: Component): string =>
  shortened(
    textOf(todo, 'SUMMARY')
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .trim(),
    taskLimits.title,
  ) || 'Untitled task'

export const descriptionIn = (todo: Component): string =>
  shortened(textOf(todo, 'DESCRIPTION').trim(), taskLimits.description).trim()

/** The name of a category as a label: `Home & garden` is `home-garden`. Undefined if nothing is left of it. */
function labelOf(category: string): string | undefined {
  const word = cleanLabel(category.trim())
  if (isLabel(word)) return word
  const joined = word.replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '')
  const label = [...joined].slice(0, taskLimits.label).join('').replace(/-+$/, '')
  return isLabel(label) ? cleanLabel(label) : undefined
}

/** The values of a list such as `home,work`, of which a comma within a value is `\,`. */
const listed = (value: string): string[] => [...value.matchAll(/(?:\\.|[^,\\])+/g)].map(([one]) => unescaped(one))

export const labelsIn = (todo: Component): string[] =>
  [
    ...new Set(
      propertiesOf(todo, 'CATEGORIES').flatMap(({ value }) => listed(value).flatMap((one) => labelOf(one) ?? [])),
    ),
  ].slice(0, taskLimits.labels)

/** RFC 5545 has numbers from 1, which is the highest, to 9, and 0 for none. */
export function priorityIn(todo: Component): Priority {
  const number = Number(wordOf(todo, 'PRIORITY'))
  if (number === 1) return 'Critical'
  if (number >= 2 && number <= 4) return 'High'
  return number >= 6 && number <= 9 ? 'Low' : 'Medium'
}

const states: Partial<Record<string, TodoValues['status']>> = {
  'NEEDS-ACTION': 'Pending',
  'IN-PROCESS': 'In Progress',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

export function statusIn(todo: Component): TodoValues['status'] {
  const stated = states[wordOf(todo, 'STATUS')]
  if (stated) return stated
  return propertyOf(todo, 'COMPLETED') || wordOf(todo, 'PERCENT-COMPLETE') === '100' ? 'Completed' : 'Pending'
}

/** The due date and the start of a to-do. Instead of a due date, it may have a duration. */
function datesIn(todo: Component, read: ReadMoment): { due: Moment | undefined; start: Moment | undefined } {
  const start = read(propertyOf(todo, 'DTSTART'))
  const due = read(propertyOf(todo, 'DUE'))
  const duration = propertyOf(todo, 'DURATION')
  if (due || !start || !duration) return { due, start }
  const end = later(start, duration.value)
  return { due: end && (start.time ? end : { day: end.day }), start }
}

/** Programs that know no days write midnight. */
const hasTime = (moment: Moment | undefined): moment is Required<Moment> =>
  moment?.time !== undefined && moment.time !== '00:00'

export function ruleIn(todo: Component, read: ReadMoment): string | null {
  const rule = propertyOf(todo, 'RRULE')
  if (!rule) return null
  const zone = propertyOf(todo, 'DTSTART') ?? propertyOf(todo, 'DUE')
  return ruleOf(
    rule.value,
    (until) =>
      read({ value: until, parameters: until.endsWith('Z') ? new Map() : (zone?.parameters ?? new Map()) })?.day ?? '',
  )
}

/** The relation of a line such as `RELATED-TO;RELTYPE=PARENT:uid`. */
export interface Relation {
  line: string
  kind: string
  uid: string
}

export const relationsIn = (todo: Component): Relation[] =>
  linesOf(todo, 'RELATED-TO').flatMap((line) => {
    const [, property] = propertyIn(line) ?? []
    const kind = property?.parameters.get('RELTYPE')?.toUpperCase() ?? 'PARENT'
    return property ? { line, kind, uid: unescaped(property.value) } : []
  })

/**
 * Reads what a to-do says. `known` are the reminders that the client had, by their triggers: an alarm that it has not changed means the same as before, even
 * if the due date has moved.
 */
export function valuesIn(todo: Component, read: ReadMoment, known?: ReadonlyMap<string, string>): TodoValues {
  const { due, start } = datesIn(todo, read)
  const rule = ruleIn(todo, read)
  // A start that is not before the due date only says from where a rule counts.
  const startDay = start && (!due || start.day < due.day) ? start.day : null
  const alarms = new Map<string, string>()
  for (const part of todo.parts) {
    const trigger = triggerLine(part)
    const found = part.name === 'VALARM' && (known?.get(trigger) ?? reminderOfAlarm(part, { due, start }, read))
    const reminder = found && (known?.get(found) ?? found)
    if (reminder) alarms.set(trigger, reminder)
  }
  const times = [
    hasTime(due) ? `due-0T${due.time}` : undefined,
    startDay && hasTime(start) ? atDay(start, due) : undefined,
  ]
  const reminders = [...new Set([...alarms.values(), ...times.filter((time) => time !== undefined)])].sort()
  if (reminders.length > taskLimits.reminders) {
    throw new AppError('invalid_input', `A task has at most ${taskLimits.reminders} reminders. Remove some alarms.`)
  }
  const relations = relationsIn(todo)
  return {
    title: titleIn(todo),
    description: descriptionIn(todo),
    labels: labelsIn(todo),
    priority: priorityIn(todo),
    status: statusIn(todo),
    dueDay: due?.day ?? null,
    startDay,
    shownStart: start?.day ?? null,
    rule,
    reminders,
    parent: relations.find(({ kind }) => kind === 'PARENT')?.uid ?? null,
    blockers: relations.filter(({ kind }) => kind === 'DEPENDS-ON').map(({ uid }) => uid),
    alarms,
    anchorDay: start?.day ?? due?.day ?? null,
  }
}
