import { type Property, propertyIn, unescaped, unfolded } from '../icalendar-lines.ts'
import { cleanRepeat } from '../repeat-check.ts'
import type { Priority, Status } from '../tasks.ts'
import { clockAfter, clockIn, dayIn, momentAt, momentsIn, timesIn } from './days.ts'
import { present } from './json-values.ts'
import type { Remark } from './remarks.ts'
import type { Source, SourceTask } from './source-task.ts'

interface Todo {
  line: number
  properties: Map<string, Property[]>
  /** The triggers of its alarms. */
  triggers: Property[]
}

export const isCalendar = (text: string) => /^\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 1_000))

/** The tasks of a calendar with their alarms. Other components inside of them are left out. */
function todosIn(text: string): Todo[] {
  const todos: Todo[] = []
  const open: string[] = []
  let todo: Todo | undefined
  let trigger: Property | undefined
  let isOff = false
  for (const { line, text: row } of unfolded(text)) {
    const [, edge, component = ''] = /^(BEGIN|END):([A-Z-]+)\s*$/i.exec(row) ?? []
    const kind = component.toUpperCase()
    if (edge?.toUpperCase() === 'BEGIN') {
      open.push(kind)
      if (kind === 'VTODO') todo = { line, properties: new Map(), triggers: [] }
      isOff = false
    } else if (edge) {
      open.pop()
      if (kind === 'VALARM' && todo) {
        if (trigger && !isOff) todo.triggers.push(trigger)
        trigger = undefined
      }
      if (kind === 'VTODO' && todo) {
        todos.push(todo)
        todo = undefined
      }
    } else if (todo && open.at(-1) === 'VALARM') {
      const [name, property] = propertyIn(row) ?? []
      // Apple's apps write an alarm without an action where somebody has switched the usual one off.
      if (name === 'ACTION' && property?.value.trim().toUpperCase() === 'NONE') isOff = true
      if (name === 'TRIGGER' && property) trigger = property
    } else if (todo && open.at(-1) === 'VTODO') {
      const [name, property] = propertyIn(row) ?? []
      if (name && property) todo.properties.set(name, [...(todo.properties.get(name) ?? []), property])
    }
  }
  return todos
}

const listIn = (text: string) => text.split(/(?<!\\),/).map(unescaped)

function priorityOf(value: string): Priority | undefined {
  const number = Number(value)
  if (!(number >= 1 && number <= 9)) return undefined
  if (number === 1) return 'Critical'
  return number < 5 ? 'High' : number === 5 ? 'Medium' : 'Low'
}
const statuses: Partial<Record<string, Status>> = {
  COMPLETED: 'Completed',
  CANCELLED: 'Completed',
  'IN-PROCESS': 'In Progress',
}

/** A moment in UTC as ISO writes it. */
const isoOf = (value: string) => value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')

/** The repetition of a task, if its rule is supported; its text otherwise. */
function repeatOf(rule: string): Pick<SourceTask, 'repeat' | 'lostRepeat'> {
  const days = rule
    .trim()
    .replace(/;?WKST=MO/i, '')
    .replace(/(UNTIL=\d{8})T\d{6}Z?/i, '$1')
    .replace(/^;/, '')
  try {
    return { repeat: cleanRepeat({ rule: days, from: 'due' }) }
  } catch {
    return { lostRepeat: rule }
  }
}

/** Tasks (VTODO) of a calendar. Events and journals are no tasks. */
export function readCalendar(text: string, timeZone: string): Source {
  const momentOf = momentsIn(timeZone)
  const timeOf = timesIn(timeZone)
  const remarks: Remark[] = []
  const made = new Map<string, { task: SourceTask; parent: string }>()
  const tasks: SourceTask[] = []
  for (const { line, properties, triggers } of todosIn(text)) {
    const all = (name: string) => properties.get(name) ?? []
    const first = (name: string) => all(name)[0]?.value.trim() ?? ''
    if (first('RECURRENCE-ID')) {
      remarks.push({ line, kind: 'template', message: 'It is one date of a repeating task, and is left out.' })
      continue
    }
    const dateOf = (name: string) => {
      const value = first(name)
      if (/Z$/.test(value)) return momentOf(isoOf(value))
      const [, hour, minute] = /^\d{8}T(\d\d)(\d\d)/.exec(value) ?? []
      const zone = all(name)[0]?.parameters.get('TZID')
      const day = dayIn(value)
      const moment = hour && zone && day && momentAt(day, `${hour}:${minute}`, zone)
      const there = moment && momentOf(moment)
      if (there) return there
      const time =
        hour && `${hour}${minute}` !== '0000' ? `${hour}:${minute}${zone ? ` (${zone.slice(0, 60)})` : ''}` : undefined
      return value ? { day: day ?? value, ...(time ? { time } : {}) } : undefined
    }
    const [due, start] = [dateOf('DUE'), dateOf('DTSTART')]
    const reminders = triggers.flatMap(({ value, parameters }) => {
      if (/^\s*\d{8}T/.test(value)) return timeOf(isoOf(value.trim())) ?? []
      const anchor = parameters.get('RELATED')?.toUpperCase() === 'END' ? due : (start ?? due)
      return (anchor && dayIn(anchor.day) && clockIn(anchor.time ?? '0:00') && clockAfter(anchor, value)) || []
    })
    if (reminders.length < triggers.length)
      remarks.push({ line, kind: 'reminder', message: 'One of its reminders is left out.' })
    const uid = first('UID')
    const isDone = first('STATUS').toUpperCase() === 'COMPLETED' || first('COMPLETED') !== ''
    const texts = [
      unescaped(first('DESCRIPTION')),
      first('LOCATION') && `Location: ${unescaped(first('LOCATION'))}`,
      first('URL'),
      ...all('COMMENT').map(({ value }) => unescaped(value)),
    ]
    const priority = priorityOf(first('PRIORITY'))
    const task: SourceTask = {
      ...{ line, title: unescaped(first('SUMMARY')), description: texts.filter(Boolean).join('\n\n') },
      ...(uid ? { id: uid, isIdGlobal: true } : {}),
      labels: all('CATEGORIES').flatMap(({ value }) => listIn(value)),
      status: isDone
        ? 'Completed'
        : (statuses[first('STATUS').toUpperCase()] ??
          (Number(first('PERCENT-COMPLETE')) > 0 ? 'In Progress' : 'Pending')),
      ...present({ priority, dueDate: due?.day, dueTime: due?.time, startDate: start?.day }),
      ...(reminders.length ? { reminders } : {}),
      ...present({ createdAt: isoOf(first('CREATED')), completedAt: isoOf(first('COMPLETED')) }),
      ...(first('RRULE') ? repeatOf(first('RRULE')) : {}),
    }
    if (all('ATTACH').length) remarks.push({ line, kind: 'file', message: 'Its attachments are left out.' })
    const parent = all('RELATED-TO').find(
      ({ parameters }) => (parameters.get('RELTYPE') ?? 'PARENT').toUpperCase() === 'PARENT',
    )
    tasks.push(task)
    made.set(uid || `line ${line}`, { task, parent: parent?.value.trim() ?? '' })
  }
  for (const { task, parent } of made.values()) {
    const above = made.get(parent)?.task
    if (above && above !== task) task.parent = above
  }
  return { tasks, problems: [], remarks }
}
