import { parseDay } from './calendar-day.ts'
import type { Claim } from './claims.ts'
import { type Criterion, cleanCriteria, type GivenCriterion } from './done-when.ts'
import type { Repeat } from './repeat.ts'
import { cleanLabel, defaults, priorities, statuses, taskLimits } from './tasks.ts'

/** Describes one field of a task. Rows, JSON, input, filters, search, undo, activity and forms follow from this. */
export interface TaskField {
  /**
   * `amount` is a whole number with a unit, `task` is the id of another task, `tasks` a list of ids, `criteria` a list of `Criterion`,
   * `reminders` a list of texts (reminders.ts), `address` the address of a page on the web.
   */
  kind:
    | 'text'
    | 'choice'
    | 'day'
    | 'labels'
    | 'amount'
    | 'number'
    | 'time'
    | 'repeat'
    | 'claim'
    | 'task'
    | 'tasks'
    | 'criteria'
    | 'reminders'
    | 'address'
  column: string
  /** The name that people read. */
  name: string
  /** The longest text. */
  maxLength?: number
  /** The values of a choice. */
  options?: readonly string[]
  /** The unit of an amount: `3 h` on screens, `~3h` in quick add. Its key opens the menu that sets it. */
  unit?: { sign: string; name: string; key: string }
  /** The largest amount. */
  max?: number
  /** The amounts at which the ranges end that the filter offers. */
  steps?: readonly number[]
  /** The default value for a new task. Without it, the field is required. */
  initial?: string | null | readonly unknown[]
  /** Whether the value may be null. */
  isOptional?: boolean
  /** Whether the JSON of a task leaves it out while it is null or an empty list, because few tasks have it. */
  isLeftOutIfAbsent?: boolean
  /** How a missing value is stored in a column that cannot be null. */
  absentAs?: ''
  /** The field that sets this one; users cannot set it themselves. */
  follows?: string
  /** Whether a user can set it with the rest of a new task, and for many tasks at once. */
  isSetBy?: { create?: boolean; bulk?: boolean }
  /** The search group of its words: a word of the title counts more than other words. */
  search?: 'title' | 'rest'
  /**
   * The key by which lists are filtered: in an address, in a search, as an option of the command line, and as a parameter of the API. A day
   * also has the parameters `KEYFrom` and `KEYTo`. The kind decides what the values are (`task-lists/filter-keys.ts`).
   */
  filter?: string
  /** The key by which lists are sorted. */
  sort?: string
  /** The key by which lists are grouped. The amounts of the open tasks of a group are added up. */
  group?: string
  /**
   * Where it is shown: in a column of the list, on cards and rows, beside the text on the page of a task, in the terminal, and to agents in
   * lists. Titles are shown everywhere, and links have places of their own.
   */
  shown?: readonly ('column' | 'card' | 'page' | 'terminal' | 'agents')[]
  /**
   * How concurrent edits are merged. `replace`: if both have changed the value, the second user is asked. `lines`: the same for each line.
   * `each`: every added or removed element is merged separately. `criteria`: like `replace` for each of them, found by its id. `last`: the
   * later change wins. A field that follows another one is merged with it.
   */
  merge: 'replace' | 'lines' | 'each' | 'criteria' | 'last'
}

export const taskFields = {
  title: {
    kind: 'text',
    column: 'title',
    name: 'title',
    maxLength: taskLimits.title,
    isSetBy: { create: true },
    search: 'title',
    sort: 'title',
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
    filter: 'label',
    group: 'label',
    shown: ['column', 'card', 'page', 'terminal', 'agents'],
    merge: 'each',
  },
  description: {
    kind: 'text',
    column: 'description',
    name: 'description',
    maxLength: taskLimits.description,
    initial: '',
    isSetBy: { create: true },
    search: 'rest',
    merge: 'lines',
  },
  /** The criteria by which it is done. */
  doneWhen: {
    kind: 'criteria',
    column: 'done_when',
    name: 'criteria',
    isLeftOutIfAbsent: true,
    initial: [],
    isSetBy: { create: true },
    search: 'rest',
    merge: 'criteria',
  },
  priority: {
    kind: 'choice',
    column: 'priority',
    name: 'priority',
    options: priorities,
    initial: defaults.priority,
    isSetBy: { create: true, bulk: true },
    filter: 'priority',
    sort: 'priority',
    group: 'priority',
    shown: ['column', 'card', 'page', 'terminal', 'agents'],
    merge: 'replace',
  },
  dueDate: {
    kind: 'day',
    column: 'due_date',
    name: 'due date',
    isOptional: true,
    absentAs: '',
    initial: null,
    isSetBy: { create: true, bulk: true },
    filter: 'due',
    sort: 'due',
    group: 'due',
    shown: ['column', 'card', 'page', 'terminal', 'agents'],
    merge: 'replace',
  },
  startDate: {
    kind: 'day',
    column: 'start_date',
    name: 'start date',
    isOptional: true,
    initial: null,
    isSetBy: { create: true, bulk: true },
    filter: 'start',
    shown: ['card', 'page', 'terminal', 'agents'],
    merge: 'replace',
  },
  /** When the user is reminded of it. */
  reminders: {
    kind: 'reminders',
    column: 'reminders',
    name: 'reminders',
    isLeftOutIfAbsent: true,
    initial: [],
    isSetBy: { create: true, bulk: true },
    shown: ['page', 'terminal', 'agents'],
    merge: 'each',
  },
  repeat: {
    kind: 'repeat',
    column: 'repeat',
    name: 'repetition',
    isOptional: true,
    initial: null,
    isSetBy: { create: true, bulk: true },
    filter: 'repeat',
    shown: ['card', 'page', 'terminal', 'agents'],
    merge: 'replace',
  },
  /** The work that it takes. */
  estimate: {
    kind: 'amount',
    column: 'estimate',
    name: 'estimate',
    unit: { sign: 'h', name: 'hours', key: 'h' },
    max: 999,
    steps: [1, 4, 8],
    isOptional: true,
    isLeftOutIfAbsent: true,
    initial: null,
    isSetBy: { create: true, bulk: true },
    filter: 'estimate',
    sort: 'estimate',
    shown: ['column', 'card', 'page', 'terminal', 'agents'],
    merge: 'replace',
  },
  status: {
    kind: 'choice',
    column: 'status',
    name: 'status',
    options: statuses,
    initial: defaults.status,
    isSetBy: { create: true, bulk: true },
    filter: 'status',
    group: 'status',
    shown: ['column', 'card', 'page', 'terminal', 'agents'],
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
  /** When work on it began: when it became In Progress. */
  startedAt: {
    kind: 'time',
    column: 'started_at',
    name: 'status',
    isOptional: true,
    isLeftOutIfAbsent: true,
    follows: 'status',
    merge: 'replace',
  },
  /** Its holder. Claims have calls of their own, and end with the work. */
  claim: {
    kind: 'claim',
    column: 'claim',
    name: 'claim',
    isOptional: true,
    isLeftOutIfAbsent: true,
    filter: 'claimed',
    group: 'claimed',
    shown: ['card', 'page', 'terminal', 'agents'],
    merge: 'last',
  },
  partOf: {
    kind: 'task',
    column: 'part_of',
    name: 'parent',
    isOptional: true,
    isLeftOutIfAbsent: true,
    initial: null,
    isSetBy: { create: true },
    merge: 'replace',
  },
  blockedBy: {
    kind: 'tasks',
    column: 'blocked_by',
    name: 'blockers',
    isLeftOutIfAbsent: true,
    initial: [],
    isSetBy: { create: true },
    merge: 'each',
  },
  /** A link between equals, stored at one of both tasks. */
  related: {
    kind: 'tasks',
    column: 'related',
    name: 'related tasks',
    isLeftOutIfAbsent: true,
    initial: [],
    isSetBy: { create: true },
    merge: 'each',
  },
  /** The page of the issue that it was made from (source-page.ts). */
  source: {
    kind: 'address',
    column: 'source',
    name: 'source',
    isOptional: true,
    isLeftOutIfAbsent: true,
    initial: null,
    isSetBy: { create: true },
    filter: 'source',
    shown: ['card', 'page', 'terminal'],
    merge: 'replace',
  },
  position: {
    kind: 'number',
    column: 'position',
    name: 'place on the board',
    isSetBy: {},
    sort: 'manual',
    merge: 'last',
  },
} as const satisfies Record<string, TaskField>

/** The format of stored tasks. Increment it with every change that affects a task's JSON or search words, so that they are rebuilt. */
export const taskFormat = 13

type Fields = typeof taskFields
export type FieldName = keyof Fields

type PlainValue<F> = F extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : F extends { kind: 'labels' | 'tasks' | 'reminders' }
    ? string[]
    : F extends { kind: 'number' | 'amount' }
      ? number
      : F extends { kind: 'repeat' }
        ? Repeat
        : F extends { kind: 'claim' }
          ? Claim
          : F extends { kind: 'criteria' }
            ? Criterion[]
            : string
type ValueOf<F> = F extends { isOptional: true } ? PlainValue<F> | null : PlainValue<F>

type LeftOutName = NamesWhere<{ isLeftOutIfAbsent: true }>
/** The values of all fields in wire format. */
export type TaskValues = { [Name in Exclude<FieldName, LeftOutName>]: ValueOf<Fields[Name]> } & {
  [Name in LeftOutName]?: ValueOf<Fields[Name]>
}

type Stored<F> = F extends { kind: 'labels' | 'tasks' | 'criteria' | 'reminders' } | { absentAs: '' }
  ? string
  : F extends { kind: 'repeat' | 'claim' }
    ? string | null
    : ValueOf<F>
/** The columns of all fields. Lists, criteria and repetitions are JSON, and a day is stored without a time. */
export type FieldColumns = { [Name in FieldName as Fields[Name]['column']]: Stored<Fields[Name]> }

type NamesWhere<Condition> = { [Name in FieldName]: Fields[Name] extends Condition ? Name : never }[FieldName]
export type TextName = NamesWhere<{ kind: 'text' }>
/** The fields of a kind. */
export type NameOfKind<Kind extends TaskField['kind']> = NamesWhere<{ kind: Kind }>
export type AmountName = NameOfKind<'amount'>
export type AmountColumn = Fields[AmountName]['column']
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

type FilteredName = NamesWhere<{ filter: string }>
type SpanName = NamesWhere<{ filter: string; kind: SpanKind }>
/** The kinds whose values have an order, so that a filter can name the first and the last one. */
type SpanKind = 'day' | 'amount'
const spanKinds: ReadonlySet<TaskField['kind']> = new Set<SpanKind>(['day', 'amount'])
export const hasSpans = ({ kind }: Pick<TaskField, 'kind'>) => spanKinds.has(kind)

type ParameterValue<F> = F extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option | ''
  : F extends { kind: 'labels' | 'claim' }
    ? string
    : typeof absentValue | typeof presentValue | ''
/** The parameters of the API that filter a list by fields. */
export type FieldParameters = {
  [Name in FilteredName as Fields[Name]['filter']]?: ParameterValue<Fields[Name]>
} & { [Name in SpanName as `${Fields[Name]['filter']}${'From' | 'To'}`]?: string }

type FilterValue<F> = F extends { kind: 'choice'; options: readonly (infer Option)[] } ? Option : string
/** The values by which a list is filtered, for each field. */
export type FieldFilter = {
  [Name in FilteredName as Fields[Name]['filter']]: readonly FilterValue<Fields[Name]>[]
}

/** The values of a parameter that asks for tasks without a value, and for those with any. */
export const absentValue = 'none'
export const presentValue = 'any'

/** All fields with their names. */
export const allFields = Object.entries(taskFields) as [FieldName, TaskField][]
/** The fields that a user can change. */
export const settableFields = allFields.filter(([, field]) => field.isSetBy)

/** The amounts, each with its unit. */
export const amountFields = allFields.flatMap(([name, field]) =>
  field.kind === 'amount'
    ? [{ unit: { sign: '', name: '', key: '' }, max: 0, ...field, field: name as AmountName }]
    : [],
)
export type AmountField = (typeof amountFields)[number]
export const amountField = (name: AmountName) => amountFields.find(({ field }) => field === name) as AmountField

export const isKind = <Kind extends TaskField['kind'], Name extends FieldName>(
  field: Name,
  kind: Kind,
): field is Name & NameOfKind<Kind> => (taskFields[field].kind as TaskField['kind']) === kind

/** Whether a field is shown at a place. */
export const isShownIn = (place: NonNullable<TaskField['shown']>[number], field: FieldName) =>
  (taskFields[field] as TaskField).shown?.includes(place) ?? false

/** The fields that lists can be filtered by. */
export const filteredFields = allFields.flatMap(([name, field]) =>
  field.filter === undefined ? [] : [{ ...field, field: name, key: field.filter as keyof FieldFilter }],
)

/** The default values of a new task. */
export const initialValues = Object.fromEntries(
  allFields.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
) as Pick<TaskValues, InitialName>

/** The time that is appended to a day in the wire format. */
export const wireDay = 'T00:00:00.000Z'

/** Normalises a valid value: trims texts, completes days, and removes duplicates from lists. */
export function cleanValue({ kind }: TaskField, value: unknown): unknown {
  if (kind === 'text') return (value as string).trim()
  if (kind === 'labels') return [...new Set((value as string[]).map(cleanLabel))]
  if (kind === 'tasks') return [...new Set(value as string[])]
  if (kind === 'reminders') return [...new Set(value as string[])].sort()
  if (kind === 'criteria') return cleanCriteria(value as GivenCriterion[])
  if (kind === 'day' && value !== null) return `${parseDay(value as string)}${wireDay}`
  return value
}

const isAbsent = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Whether two values of a field are the same. A value that is left out is the same as null or an empty list. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other || (isAbsent(one) && isAbsent(other))) return true
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

/** The value of a field that the JSON of a task leaves out. */
export const leftOutAs = (field: TaskField | undefined) => (Array.isArray(field?.initial) ? [] : null)

const leftOut = allFields.flatMap(([name, field]) => (field.isLeftOutIfAbsent ? name : []))

/** The task in wire format, without the absent values that its JSON leaves out. */
export function withoutAbsent<T extends Partial<TaskValues>>(task: T): T {
  const absent = leftOut.filter((name) => name in task && isAbsent(task[name]))
  if (!absent.length) return task
  const rest = { ...task }
  for (const name of absent) delete rest[name]
  return rest
}
