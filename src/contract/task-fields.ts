import { parseDay } from './calendar-day.ts'
import { cleanLabel, defaults, priorities, statuses, taskLimits } from './tasks.ts'

/** Describes one field of a task. Rows, JSON, input, filters, search, undo, activity and forms follow from this. */
export interface TaskField {
  kind: 'text' | 'choice' | 'day' | 'labels' | 'number' | 'time'
  column: string
  /** The name that people read. */
  name: string
  /** The longest text. */
  maxLength?: number
  /** The values of a choice. */
  options?: readonly string[]
  /** The default value for a new task. Without it, the field is required. */
  initial?: string | null | readonly string[]
  /** Whether the value may be null. */
  isOptional?: boolean
  /** The field that sets this one; users cannot set it themselves. */
  follows?: string
  /** Whether a user can set it with the rest of a new task, and for many tasks at once. */
  isSetBy?: { create?: boolean; bulk?: boolean }
  /** The search group of its words: a word of the title counts more than other words. */
  search?: 'title' | 'rest'
  /** The parameters that filter a list by this field. */
  filter?: { is?: string; has?: string; from?: string; to?: string }
  /**
   * How concurrent edits are merged. `replace`: if both have changed the value, the second user is asked. `each`: every added or removed
   * element is merged separately. `last`: the later change wins. A field that follows another one is merged with it.
   */
  merge: 'replace' | 'each' | 'last'
}

export const taskFields = {
  title: {
    kind: 'text',
    column: 'title',
    name: 'title',
    maxLength: taskLimits.title,
    isSetBy: { create: true },
    search: 'title',
    merge: 'replace',
  },
  /** Listed before the description, because a long description may fill the search text. */
  labels: {
    kind: 'labels',
    column: 'labels',
    name: 'labels',
    initial: [],
    isSetBy: { create: true },
    search: 'rest',
    filter: { has: 'label' },
    merge: 'each',
  },
  description: {
    kind: 'text',
    column: 'description',
    name: 'description',
    maxLength: taskLimits.description,
    isSetBy: { create: true },
    search: 'rest',
    merge: 'replace',
  },
  priority: {
    kind: 'choice',
    column: 'priority',
    name: 'priority',
    options: priorities,
    initial: defaults.priority,
    isSetBy: { create: true, bulk: true },
    filter: { is: 'priority' },
    merge: 'replace',
  },
  dueDate: {
    kind: 'day',
    column: 'due_date',
    name: 'due date',
    isSetBy: { create: true, bulk: true },
    filter: { from: 'dueFrom', to: 'dueTo' },
    merge: 'replace',
  },
  startDate: {
    kind: 'day',
    column: 'start_date',
    name: 'start date',
    isOptional: true,
    initial: null,
    isSetBy: { create: true, bulk: true },
    filter: { from: 'startFrom', to: 'startTo' },
    merge: 'replace',
  },
  status: {
    kind: 'choice',
    column: 'status',
    name: 'status',
    options: statuses,
    initial: defaults.status,
    isSetBy: { create: true, bulk: true },
    filter: { is: 'status' },
    merge: 'replace',
  },
  completedAt: {
    kind: 'time',
    column: 'completed_at',
    name: 'status',
    isOptional: true,
    follows: 'status',
    merge: 'replace',
  },
  position: { kind: 'number', column: 'position', name: 'place on the board', isSetBy: {}, merge: 'last' },
} as const satisfies Record<string, TaskField>

/** The format of stored tasks. Increment it with every change above that affects a task's JSON or search words, so that they are rebuilt. */
export const taskFormat = 2

type Fields = typeof taskFields
export type FieldName = keyof Fields

type PlainValue<F> = F extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : F extends { kind: 'labels' }
    ? string[]
    : F extends { kind: 'number' }
      ? number
      : string
type ValueOf<F> = F extends { isOptional: true } ? PlainValue<F> | null : PlainValue<F>

/** The values of all fields in wire format. */
export type TaskValues = { [Name in FieldName]: ValueOf<Fields[Name]> }

type Stored<F> = F extends { kind: 'labels' } ? string : ValueOf<F>
/** The columns of all fields. Labels are JSON, and a day is stored without a time. */
export type FieldColumns = { [Name in FieldName as Fields[Name]['column']]: Stored<Fields[Name]> }

type NamesWhere<Condition> = { [Name in FieldName]: Fields[Name] extends Condition ? Name : never }[FieldName]
export type TextName = NamesWhere<{ kind: 'text' }>
type SettableName = NamesWhere<{ isSetBy: object }>
type CreatedName = NamesWhere<{ isSetBy: { create: true } }>
type InitialName = NamesWhere<{ isSetBy: { create: true }; initial: unknown }>
type BulkName = NamesWhere<{ isSetBy: { bulk: true } }>

/** Fields of a new task. Those without an initial value are required. */
export type CreatedValues = Pick<TaskValues, Exclude<CreatedName, InitialName>> & Partial<Pick<TaskValues, InitialName>>
/** Fields that a user can change. */
export type SettableValues = Pick<TaskValues, SettableName>
/** Fields that a user can change for many tasks at once. */
export type BulkValues = Pick<TaskValues, BulkName>

type ParameterOf<F> = F extends { filter: infer Filter } ? Filter[keyof Filter] & string : never
type AnyParameter = { [Name in FieldName]: ParameterOf<Fields[Name]> }[FieldName]
type ParameterValue<Parameter> = {
  [Name in FieldName]: Fields[Name] extends { filter: { is: Parameter } } ? TaskValues[Name] | '' : never
}[FieldName]
/** The parameters that filter a list by fields. */
export type FieldFilter = {
  [Parameter in AnyParameter]?: [ParameterValue<Parameter>] extends [never] ? string : ParameterValue<Parameter>
}

/** All fields with their names. */
export const allFields = Object.entries(taskFields) as [FieldName, TaskField][]
/** The fields that a user can change. */
export const settableFields = allFields.filter(([, field]) => field.isSetBy)

/** The default values of a new task. */
export const initialValues = Object.fromEntries(
  allFields.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
) as Pick<TaskValues, InitialName>

/** The time that is appended to a day in the wire format. */
export const wireDay = 'T00:00:00.000Z'

/** Normalises a valid value: trims texts, completes days, and removes duplicate labels. */
export function cleanValue({ kind }: TaskField, value: unknown): unknown {
  if (kind === 'text') return (value as string).trim()
  if (kind === 'labels') return [...new Set((value as string[]).map(cleanLabel))]
  if (kind === 'day' && value !== null) return `${parseDay(value as string)}${wireDay}`
  return value
}

/** Whether two values of a field are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join())
}
