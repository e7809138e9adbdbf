import { type RawBuilder, sql } from 'kysely'
import { queryWords } from '../../contract/search.ts'
import { spanIn } from '../../contract/spans.ts'
import { absentValue, filteredFields, presentValue, type TaskField } from '../../contract/task-fields.ts'
import { type Filter, noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys, type FilterKey } from '../../contract/task-lists/filter-keys.ts'
import { hasClaim } from './claim-conditions.ts'
import { isBlocked, isPartOf } from './link-conditions.ts'

type Condition = RawBuilder<unknown>

/** Whether a row has a value of a key; undefined if the database cannot tell, because the calendar of a user or other tasks decide. */
type Compile = (value: string) => Condition | undefined

const present = (column: Condition, absentAs: TaskField['absentAs']) =>
  absentAs === undefined ? sql`${column} is not null` : sql`${column} <> ${sql.lit(absentAs)}`
const absent = (column: Condition, absentAs: TaskField['absentAs']) =>
  absentAs === undefined ? sql`${column} is null` : sql`${column} = ${sql.lit(absentAs)}`

/** Values with an order: absent, present, or from one to another. */
function inSpan(
  column: Condition,
  { absentAs }: TaskField,
  value: string,
  read: (text: string) => unknown,
): Condition | undefined {
  if (value === absentValue) return absent(column, absentAs)
  if (value === presentValue) return present(column, absentAs)
  const span = spanIn(value, read)
  if (!span) return undefined
  const { from, to } = span
  // Absent values are not after anything, but some are stored as a text that is before everything.
  const start = from === undefined ? present(column, absentAs) : sql`${column} >= ${from}`
  return to === undefined ? start : sql`${start} and ${column} <= ${to}`
}

const amountIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
const dayIn = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

/** How a field is filtered follows from its kind. */
const byKind: Partial<
  Record<TaskField['kind'], (column: Condition, field: TaskField, value: string) => Condition | undefined>
> = {
  choice: (column, _, value) => sql`${column} = ${value}`,
  // Labels contain neither quotes nor `%`, but `_` must be escaped, because it would match any letter.
  labels: (column, _, value) => sql`${column} like ${`%"${value.replaceAll('_', '\\_')}"%`} escape ${'\\'}`,
  day: (column, field, value) => inSpan(column, field, value, dayIn),
  amount: (column, field, value) => inSpan(column, field, value, amountIn),
  repeat: (column, field, value) => inSpan(column, field, value, () => undefined),
  address: (column, field, value) => inSpan(column, field, value, () => undefined),
  claim: (_column, _field, value) => hasClaim(value),
}

const byFields = filteredFields.map((field): [FilterKey, Compile] => [
  field.key,
  (value) => byKind[field.kind]?.(sql.ref(field.column), field, value),
])

/** Like `needsYou` of the contract. */
export const needsOwner = sql`(question_count > 0 and status <> 'Completed')`

/** By key, cheapest first. */
const ways = new Map<FilterKey, Compile>([
  ...byFields,
  ['files', (value) => (value === 'with' ? sql`files_json <> '[]'` : sql`files_json = '[]'`)],
  ['needs', () => needsOwner],
  ['part', isPartOf],
  ['links', (value) => (value === 'blocked' ? isBlocked : value === 'unblocked' ? sql`not (${isBlocked})` : undefined)],
])

/** Whether the database can find the tasks that match a filter: no words depend on the calendar of the user or on other tasks. */
export const canCompile = (filter: Filter): boolean =>
  !filter.q && allKeys.every((key) => filter[key].every((value) => ways.get(key)?.(value) !== undefined))

function anyOf(key: FilterKey, values: readonly string[], compile: Compile | undefined): Condition {
  const conditions = values.map((value) => {
    const condition = compile?.(value)
    if (!condition) throw new Error(`The database cannot filter tasks by ${key}=${value}.`)
    return condition
  })
  return conditions.length === 1 ? sql`${conditions[0]}` : sql`(${sql.join(conditions, sql` or `)})`
}

export const isPresent = sql`trashed_at is null`

/** Whether a row is not in the trash and matches a filter and these words. */
export function conditionOf(filter: Filter, words: string[]): RawBuilder<unknown> {
  const conditions = [isPresent]
  for (const key of filterOrder) if (filter[key].length) conditions.push(anyOf(key, filter[key], ways.get(key)))
  for (const word of words) conditions.push(sql`words like ${`% ${word}%`}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

const filterOrder = [...ways.keys(), ...allKeys.filter((key) => !ways.has(key))]

/** A key that is the same for equivalent filters; empty for no filter. */
export function keyOfFilter(filter: Filter): string {
  if (filter === noFilter) return ''
  const words = filter.q ? queryWords(filter.q) : []
  const conditions = allKeys.flatMap((key) => (filter[key].length ? [[key, ...filter[key]]] : []))
  // Claims end by themselves, without a change.
  if (filter.claimed.length) conditions.push([String(Math.floor(Date.now() / 60_000))])
  return conditions.length || filter.q ? JSON.stringify([...conditions, words]) : ''
}
