import { type TSchema, Type } from 'typebox'
import { repeatStarts } from '../repeat.ts'
import { ruleLimits } from '../repeat-check.ts'
import { absentValue, allFields, filteredFields, hasSpans, presentValue, type TaskField } from '../task-fields.ts'
import { taskLimits } from '../tasks.ts'
import { criteria, givenCriteria } from './done-when.ts'
import { integerOrNull, oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'

const label = Type.String({ format: 'label' })
export const labels = Type.Array(label, { maxItems: taskLimits.labels, uniqueItems: true })
const taskIds = Type.Array(taskId, { maxItems: taskLimits.links, uniqueItems: true })
const taskIdOrNull = Type.Unsafe<string | null>({ ...taskId, type: ['string', 'null'] })
const reminders = Type.Array(Type.String({ format: 'reminder' }), { maxItems: taskLimits.reminders })
const day = Type.String({ format: 'day' })
const amount = Type.String({ format: 'amount' })
const pageOrNull = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  format: 'page-address',
  description: 'The address of the page that it was made from, such as that of an issue.',
})

/** In the form that the serialiser handles without trying alternatives. */
const repeat = {
  type: ['object', 'null'],
  properties: {
    rule: Type.String({
      maxLength: ruleLimits.length,
      description:
        'An RRULE of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, SKIP=BACKWARD of RFC 7529 (the last day of a shorter month), and COUNT or UNTIL, such as FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH.',
    }),
    from: {
      ...oneOf(...repeatStarts),
      description: 'Whether the next date is counted from the due date or from the day of completion.',
    },
    missed: {
      ...oneOf('keep'),
      description: 'With `keep`, dates that have passed get tasks as well. Only for dates counted from the due date.',
    },
  },
  required: ['rule', 'from'],
}

/** In the same form. */
const claim = {
  type: ['object', 'null'],
  properties: {
    until: Type.String({ description: 'When it frees the task, unless its holder writes to the task before.' }),
    by: Type.String({ description: 'session for a person in a browser, token:NAME, or agent:NAME.' }),
    at: Type.String(),
    minutes: Type.Integer({ description: 'How long it lasts after each write of its holder.' }),
    lost: Type.Array(Type.String(), { description: 'The tokens from which it was taken.' }),
  },
  required: ['until', 'by', 'at', 'minutes'],
}

/** The schema of a field as it is sent. */
function sent({ kind, options = [], isOptional }: TaskField): TSchema {
  if (kind === 'choice') return oneOf(...options)
  if (kind === 'labels' || kind === 'tasks' || kind === 'reminders') return Type.Array(Type.String())
  if (kind === 'number') return Type.Number()
  if (kind === 'amount') return isOptional ? integerOrNull : Type.Integer()
  if (kind === 'repeat') return Type.Unsafe(repeat)
  if (kind === 'claim') return Type.Unsafe(claim)
  if (kind === 'criteria') return criteria
  return isOptional ? stringOrNull : Type.String()
}

/** The schema of a field as input. */
function input(name: string, { kind, options = [], isOptional, max, unit }: TaskField): TSchema {
  if (kind === 'choice') return oneOf(...options)
  if (kind === 'labels') return labels
  if (kind === 'tasks') return taskIds
  if (kind === 'criteria') return givenCriteria
  if (kind === 'reminders') return reminders
  if (kind === 'task') return taskIdOrNull
  if (kind === 'address') return pageOrNull
  if (kind === 'number') return Type.Number()
  if (kind === 'amount') {
    const whole = { minimum: 0, maximum: max ?? 0, description: `In whole ${unit?.name}.` }
    return isOptional ? Type.Unsafe<number | null>({ ...integerOrNull, ...whole }) : Type.Integer(whole)
  }
  if (kind === 'text') return Type.String({ format: name })
  if (kind === 'repeat') return Type.Unsafe({ ...repeat, ...strict })
  return isOptional ? Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'day' }) : day
}

/** All fields as they are sent. */
export const sentFields: Record<string, TSchema> = Object.fromEntries(
  allFields.map(([name, field]) => [name, field.isLeftOutIfAbsent ? Type.Optional(sent(field)) : sent(field)]),
)

/** The fields that match a condition, as input. */
export function inputFields(isTaken: (field: TaskField) => boolean | undefined): Record<string, TSchema> {
  const taken = allFields.filter(([, field]) => isTaken(field))
  return Object.fromEntries(taken.map(([name, field]) => [name, input(name, field)]))
}

/** The fields of a new task: those with an initial value may be left out. */
export function createdFields(): Record<string, TSchema> {
  const taken = allFields.filter(([, { isSetBy }]) => isSetBy?.create)
  return Object.fromEntries(
    taken.map(([name, field]) => {
      const schema = input(name, field)
      return [name, field.initial === undefined ? schema : Type.Optional(schema)]
    }),
  )
}

const absence = (name: string) => `${absentValue}: only tasks without a ${name}; ${presentValue}: only those with one.`

const presence = (name: string) => ({ ...oneOf('', absentValue, presentValue), description: absence(name) })

/** The kinds whose parameter takes any value. */
const parameters: Partial<Record<TaskField['kind'], TSchema>> = {
  labels: label,
  address: oneOf('', absentValue, presentValue),
  claim: Type.String({
    maxLength: 100,
    description:
      'With any, only tasks that somebody holds now; with none, only those that nobody holds; with stale, those whose claim has run out; with you, those that the person holds; with the name of a token, those that it holds. Several values are divided by commas.',
  }),
}

/** The parameters that filter a list by fields. */
export const filterParameters: Record<string, TSchema> = Object.fromEntries(
  filteredFields.flatMap((field) => {
    const { kind, key, options = [], name: words } = field
    const spans: [string, TSchema][] = hasSpans(field)
      ? [
          [`${key}From`, kind === 'day' ? { ...day, description: `The earliest ${words}.` } : amount],
          [`${key}To`, kind === 'day' ? { ...day, description: `The latest ${words}.` } : amount],
        ]
      : []
    const value = kind === 'choice' ? oneOf('', ...options) : (parameters[kind] ?? presence(words))
    return [...spans, [key, value] as const].map(([name, schema]) => [name, Type.Optional(schema)])
  }),
)
