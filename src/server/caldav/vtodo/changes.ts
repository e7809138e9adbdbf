import { nextDates } from '../../../contract/next-task.ts'
import { isSameValue, wireDay } from '../../../contract/task-fields.ts'
import { todoLimits } from './content.ts'
import { keptOf } from './kept.ts'
import { momentsOf } from './moments.ts'
import { readTodo, type TodoProperties } from './read.ts'
import { firstOpen, isMoved, type Recurrences, recurrencesIn } from './recurrences.ts'
import { knownReminders } from './reminders.ts'
import type { TodoChanges, VtodoContext } from './types.ts'
import { type TodoValues, valuesIn } from './values.ts'

type Fields = TodoChanges['fields']

/** Taskdeck adds notes and more to the lines of a client. */
const ownLimits = { bytes: 4 * todoLimits.bytes, lines: 4_000, components: 400, depth: 6 }

/**
 * Returns what a client has changed since the text that it had; everything, if there was none. `context.task` is the task of that text: with it, values
 * that a VTODO does not show stay as they are. Fails with the reason for people if the text cannot be read or kept.
 */
export function changesOf(before: string | null, after: string, context: VtodoContext): TodoChanges {
  const had = before === null ? undefined : read(readTodo(before, ownLimits), context)
  const has = read(readTodo(after), context, had?.values)
  const fields = had ? changed(had.values, has.values, context) : created(has.values, context)
  const due = had?.values.dueDay ?? has.values.dueDay
  const kept = (dueDay: string | null) =>
    keptOf(has.properties, {
      values: has.values,
      before: had?.properties.todo,
      isKnown: (uid) => context.idOf(uid) !== undefined,
      overrides: has.values.rule && dueDay ? has.recurrences.after(dueDay) : [],
    })
  const result: TodoChanges = {
    fields,
    kept: kept(due),
    completed: has.values.status === 'Completed' && had?.values.status !== 'Completed' ? 'here' : 'no',
    cancelled: has.values.status === 'Cancelled',
  }
  if (had && isOver(had.values, has, context)) return { ...result, fields: withoutDates(fields), completed: 'no' }
  if (!due || result.cancelled || result.completed === 'here') return result
  if (!had) return advanced(result, due, has)
  const { rule } = had.values
  const isCompleted =
    has.recurrences.completed.has(due) || isMoved(has.properties.program, had.values, has.values, context.today)
  if (rule && isCompleted) return { ...result, fields: withoutDates(fields), completed: 'moved' }
  return rule && has.recurrences.leftOut.has(due) ? skipped(result, context) : result
}

interface Read {
  properties: TodoProperties
  values: TodoValues
  recurrences: Recurrences
}

function read(properties: TodoProperties, { timeZone, task }: VtodoContext, had?: TodoValues): Read {
  const moments = momentsOf(properties.calendar, timeZone)
  const known = new Map([...knownReminders(task, timeZone), ...(had?.alarms ?? [])])
  const values = valuesIn(properties.todo, moments, known)
  return { properties, values, recurrences: recurrencesIn(properties, values, moments) }
}

/**
 * Whether a client completes a recurrence that somebody else has completed before: it still has the to-do as it was then, and says so, or sends it without the
 * version that it had.
 */
function isOver(had: TodoValues, { values, recurrences }: Read, { isBlind }: VtodoContext): boolean {
  const { dueDay, rule, status } = values
  if (!dueDay || !rule || !had.dueDay) return false
  // The repetition has gone over to the next task.
  if (isBlind && had.status === 'Completed' && !had.rule) return true
  if (!had.rule || dueDay >= had.dueDay) return false
  return recurrences.completed.has(dueDay) || (isBlind === true && status === 'Completed')
}

const wire = (day: string | null) => day && `${day}${wireDay}`

/** The values of a to-do as fields of a task. */
function fieldsOf(values: TodoValues, { idOf }: VtodoContext): Fields {
  const { title, description, labels, priority, status, reminders, rule } = values
  return {
    title,
    description,
    labels,
    priority,
    ...(status === 'Cancelled' ? {} : { status }),
    dueDate: wire(values.dueDay),
    startDate: wire(values.startDay),
    reminders,
    repeat: rule ? { rule, from: 'due' } : null,
    partOf: (values.parent !== null && idOf(values.parent)) || null,
    blockedBy: [...new Set(values.blockers.flatMap((uid) => idOf(uid) ?? []))],
  }
}

const emptyFields: Fields = {
  description: '',
  labels: [],
  priority: 'Medium',
  status: 'Pending',
  dueDate: null,
  startDate: null,
  reminders: [],
  repeat: null,
  partOf: null,
  blockedBy: [],
}

const created = (values: TodoValues, context: VtodoContext): Fields =>
  differences(emptyFields, fieldsOf(values, context))

function changed(had: TodoValues, has: TodoValues, context: VtodoContext): Fields {
  const { task } = context
  // A link to a task that the server did not have then is new when it has it.
  const linked = task ? { partOf: task.partOf ?? null, blockedBy: task.blockedBy ?? [] } : {}
  const [was, is] = [{ ...fieldsOf(had, context), ...linked }, fieldsOf(has, context)]
  const all = { ...is }
  // A start that the client left where it was only says from where the rule of a to-do counts, although its due date has moved.
  if (has.shownStart === had.shownStart) all.startDate = was.startDate ?? null
  if (task) {
    const shown = fieldsOf(had, context)
    all.reminders = applied(task.reminders, shown.reminders, is.reminders)
    all.blockedBy = applied(task.blockedBy, shown.blockedBy, is.blockedBy)
    was.reminders = task.reminders ?? []
    if (all.repeat && task.repeat?.missed) all.repeat = { ...all.repeat, missed: task.repeat.missed }
    if (was.repeat && task.repeat?.missed) was.repeat = { ...was.repeat, missed: task.repeat.missed }
    // The parent of a task may be in the trash, where clients do not see it.
    if (has.parent === had.parent && is.partOf === null) all.partOf = was.partOf ?? null
  }
  return differences(was, all)
}

/** The elements of a task after those that a client was shown were changed. */
function applied(all: readonly string[] = [], shown: readonly string[] = [], wanted: readonly string[] = []): string[] {
  const rest = all.filter((one) => wanted.includes(one) || !shown.includes(one))
  return [...new Set([...rest, ...wanted.filter((one) => !shown.includes(one))])]
}

/** The values that are not the same. Lists are compared without their order. */
function differences(was: Fields, is: Fields): Fields {
  const inOrder = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value)
  const names = Object.keys(is) as (keyof Fields)[]
  return Object.fromEntries(
    names.filter((name) => !isSameValue(inOrder(was[name]), inOrder(is[name]))).map((name) => [name, is[name]]),
  )
}

function withoutDates(fields: Fields): Fields {
  const { dueDate: _due, startDate: _start, repeat: _repeat, status: _status, reminders: _reminders, ...rest } = fields
  return rest
}

/** A new to-do may have recurrences that are over already. */
function advanced(result: TodoChanges, due: string, { values, recurrences }: Read): TodoChanges {
  const next = values.rule ? firstOpen(due, values.rule, recurrences) : due
  if (next === due) return result
  if (!next) return { ...result, fields: { ...result.fields, status: 'Completed', repeat: null } }
  return { ...result, fields: { ...result.fields, dueDate: wire(next) } }
}

/** The client has left out the recurrence that is due: the task goes on to the next one, or to the trash after the last one. */
function skipped(result: TodoChanges, { task, today }: VtodoContext): TodoChanges {
  const dates = task && nextDates(task, today)
  if (!task) return result
  return dates ? { ...result, fields: { ...result.fields, ...dates } } : { ...result, cancelled: true }
}
