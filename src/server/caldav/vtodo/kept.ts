import { caldavLimits } from '../../../contract/caldav.ts'
import { AppError } from '../../../contract/errors.ts'
import { unescaped } from '../../../contract/icalendar-lines.ts'
import { textValue } from '../../calendars/calendar-lines.ts'
import { priorityNumbers } from '../../calendars/task-entry.ts'
import { type Component, componentsIn, linesOf, nameOf, propertiesOf, propertyOf, wordOf, written } from './content.ts'
import { momentsOf, type ReadMoment } from './moments.ts'
import type { TodoProperties } from './read.ts'
import { triggerLine } from './reminders.ts'
import {
  descriptionIn,
  labelsIn,
  priorityIn,
  type Relation,
  relationsIn,
  ruleIn,
  type TodoValues,
  titleIn,
} from './values.ts'

/** Marks what Taskdeck has written where clients have the same properties: comments that are notes, and the percent of parts and criteria. */
export const ownMark = 'X-TASKDECK-OWN'
/** In an alarm that is kept: the reminder that it stands for. */
const reminderMark = 'X-TASKDECK-REMINDER'

/** Properties that follow from the task, whatever a client writes. */
const derived = new Set([
  ...['UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE', 'RECURRENCE-ID'],
  ...['DUE', 'DTSTART', 'DURATION', 'RDATE', 'STATUS', 'COMPLETED'],
])

/** Properties of which a client's own words are written again as long as they mean the same: with its parameters, and its spelling of labels. */
const meanings: Record<string, (todo: Component, read: ReadMoment) => string | null> = {
  SUMMARY: titleIn,
  DESCRIPTION: descriptionIn,
  CATEGORIES: (todo) => labelsIn(todo).join(),
  PRIORITY: priorityIn,
  RRULE: ruleIn,
}

const plainWords: Record<string, (values: TodoValues) => string> = {
  SUMMARY: ({ title }) => `SUMMARY:${textValue(title)}`,
  DESCRIPTION: ({ description }) => (description ? `DESCRIPTION:${textValue(description)}` : ''),
  CATEGORIES: ({ labels }) => (labels.length ? `CATEGORIES:${labels.map(textValue).join()}` : ''),
  PRIORITY: ({ priority }) => `PRIORITY:${priorityNumbers[priority]}`,
  RRULE: ({ rule }) => (rule ? `RRULE:${rule}` : ''),
}

const empty: Component = { name: 'KEPT', lines: [], parts: [] }

/** The lines of `kept`, which `keptOf` has made. */
export const keptIn = (kept: string): Component =>
  (kept && componentsIn(kept, { bytes: 2 * caldavLimits.keptBytes, lines: 4_000, components: 400, depth: 6 })[1]) ||
  empty

/** Whether a text from elsewhere, such as an archive, is one that `keptOf` can have made, so that every to-do with it can be written. */
export function isReadable(kept: string): boolean {
  if (!kept) return true
  try {
    const parts = keptIn(kept)
    if (kept !== written(parts).join('\n') || parts.name !== empty.name) return false
    const read = momentsOf(parts, 'UTC')
    for (const meaning of Object.values(meanings)) meaning(parts, read)
    for (const part of parts.parts) read(propertyOf(part, 'RECURRENCE-ID') ?? propertyOf(part, 'DUE'))
    return !parts.lines.some((line) => derived.has(nameOf(line)))
  } catch {
    return false
  }
}

interface Keeping {
  values: TodoValues
  /** The to-do that the client had. */
  before: Component | undefined
  isKnown: (uid: string) => boolean
  /** The overrides that are still to come. */
  overrides: readonly Component[]
}

/** All of a client's to-do that Taskdeck does not know. Fails with the reason for people if it is too much. */
export function keptOf({ todo, calendar }: TodoProperties, keeping: Keeping): string {
  const { values, overrides } = keeping
  const lines = [
    ...Object.keys(meanings).flatMap((name) => ownWords(todo, name, values)),
    ...todo.lines.filter((line) => !derived.has(nameOf(line)) && !(nameOf(line) in meanings) && isKept(line, keeping)),
  ]
  const alarms = todo.parts.flatMap((part) => (part.name === 'VALARM' ? keptAlarm(part, values) : part))
  const rest = { ...empty, lines, parts: [...alarms, ...overrides] }
  const zones = written(rest).some((line) => /;TZID=/i.test(line))
    ? calendar.parts.filter(({ name }) => name === 'VTIMEZONE')
    : []
  if (!lines.length && !rest.parts.length) return ''
  const text = written({ ...rest, parts: [...rest.parts, ...zones] }).join('\n')
  if (Buffer.byteLength(text) > caldavLimits.keptBytes) {
    const message = `A to-do may have ${caldavLimits.keptBytes} bytes that Taskdeck does not show. Remove attachments.`
    throw new AppError('too_large', message)
  }
  return text
}

function ownWords(todo: Component, name: string, values: TodoValues): string[] {
  const lines = linesOf(todo, name).filter((line) => line !== `${name}:`)
  // No priority is another one than 5, which Taskdeck would write.
  if (name === 'PRIORITY' && !lines.length) return values.priority === 'Medium' ? ['PRIORITY:0'] : []
  return lines.join('\n') === plainWords[name]?.(values) ? [] : lines
}

/** The address of a task in the web app. */
const linkBack = /^URL[;:].*#\/task\/\d+\s*$/i

function isKept(line: string, { isKnown, before }: Keeping): boolean {
  const name = nameOf(line)
  if (name === 'URL') return !linkBack.test(line)
  if (name === 'PERCENT-COMPLETE' && !/:[1-9]\d?\s*$/.test(line)) return false
  if (name === 'RELATED-TO') return relationsIn({ ...empty, lines: [line] }).every((one) => isForeign(one, isKnown))
  return (name !== 'COMMENT' && name !== 'PERCENT-COMPLETE') || !isOwn(line, before)
}

/** Whether Taskdeck does not know this kind of relation, or does not have the other to-do. */
const isForeign = ({ kind, uid }: Relation, isKnown: (uid: string) => boolean): boolean =>
  !['PARENT', 'DEPENDS-ON'].includes(kind) || !isKnown(uid)

/** Whether a line is one of Taskdeck that a client sends back. Some clients leave out the mark. */
function isOwn(line: string, before: Component | undefined): boolean {
  const [found] = propertiesOf({ ...empty, lines: [line] }, nameOf(line))
  const own = before ? propertiesOf(before, nameOf(line)).filter(({ parameters }) => parameters.has(ownMark)) : []
  const text = unescaped(found?.value ?? '')
  return found?.parameters.has(ownMark) === true || own.some(({ value }) => unescaped(value) === text)
}

/** Whether a client has added a comment to the lines that were kept. */
export function hasNewComment(kept: string, before: string): boolean {
  const known = new Set(linesOf(keptIn(before), 'COMMENT'))
  return linesOf(keptIn(kept), 'COMMENT').some((line) => !known.has(line))
}

/** An alarm whose trigger follows from a reminder, if it has anything of its own. */
function keptAlarm(alarm: Component, { alarms }: TodoValues): Component[] {
  const reminder = alarms.get(triggerLine(alarm))
  if (!reminder) return [alarm]
  const isPlain = wordOf(alarm, 'ACTION') === 'DISPLAY' && !alarm.parts.length && alarm.lines.length <= 3
  if (isPlain && propertyOf(alarm, 'DESCRIPTION')) return []
  const lines = alarm.lines.filter((line) => nameOf(line) !== 'TRIGGER' && nameOf(line) !== reminderMark)
  return [{ ...alarm, lines: [...lines, `${reminderMark}:${reminder}`] }]
}

/** The lines of a to-do with those that were kept. */
export function withKept(
  lines: readonly string[],
  kept: Component,
  isKnown: (uid: string) => boolean,
  read: ReadMoment,
) {
  const own: Component = { name: 'VTODO', lines: [...lines], parts: [] }
  if (!kept.lines.length) return own.lines
  const has = (name: string) => linesOf(own, name).length > 0
  for (const [name, meaning] of Object.entries(meanings)) {
    const words = linesOf(kept, name)
    if (!words.length) continue
    const isSame = meaning({ ...empty, lines: words }, read) === meaning({ ...empty, lines: linesOf(own, name) }, read)
    if (isSame) own.lines = [...own.lines.filter((line) => nameOf(line) !== name), ...words]
  }
  if (linesOf(kept, 'URL').length) own.lines = own.lines.filter((line) => nameOf(line) !== 'URL')
  const relations = relationsIn(own)
  const hasParent = relations.some(({ kind }) => kind === 'PARENT')
  const isWritten = (line: string) => {
    const name = nameOf(line)
    if (name === 'PERCENT-COMPLETE') return !has(name)
    if (name === 'COMMENT') return !isOwn(line, own)
    if (name !== 'RELATED-TO') return true
    return relationsIn({ ...empty, lines: [line] }).every((one) => {
      if (one.kind === 'PARENT') return !hasParent
      return one.kind !== 'DEPENDS-ON' || (!isKnown(one.uid) && !relations.some(({ uid }) => uid === one.uid))
    })
  }
  return [...own.lines, ...kept.lines.filter((line) => !(nameOf(line) in meanings) && isWritten(line))]
}

/** The alarm that was kept for a reminder, without its trigger. */
export function alarmFor(reminder: string, kept: Component): string[] | undefined {
  const found = kept.parts.find((part) => propertyOf(part, reminderMark)?.value === reminder)
  return found && written({ ...found, lines: found.lines.filter((line) => nameOf(line) !== reminderMark) })
}

/** The alarms and other components within a to-do that stand for no reminder. */
export const otherParts = (kept: Component): string[] =>
  kept.parts
    .filter((part) => !['VTODO', 'VTIMEZONE'].includes(part.name) && !propertyOf(part, reminderMark))
    .flatMap(written)
