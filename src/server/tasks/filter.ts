import { type RawBuilder, sql } from 'kysely'
import type { TaskFilter } from '../../contract/schemas/tasks.ts'
import { queryWords } from '../../contract/search.ts'
import { absentValue, allFields, type TaskField } from '../../contract/task-fields.ts'
import { cleanLabel } from '../../contract/tasks.ts'
import { isBlocked, isPartOf } from './link-conditions.ts'

/** One way to filter: a parameter, the normalisation of its value, and the condition that a row must match. */
interface Way {
  parameter: string
  clean: (value: string) => string
  condition: (value: string) => RawBuilder<unknown>
}

const asItIs = (value: string) => value
const day = (value: string) => value.slice(0, 10)

const byFiles: Way = {
  parameter: 'hasFiles',
  clean: asItIs,
  condition: (value) => (value === 'true' ? sql`files_json <> '[]'` : sql`files_json = '[]'`),
}

const byFields: Way[] = allFields.flatMap(([, { column, absentAs, filter = {} }]) => {
  const ref = sql.ref(column)
  const { is, from, to, has, absent } = filter
  const present = absentAs === undefined ? sql`` : sql`${ref} <> ${sql.lit(absentAs)} and `
  return [
    ...(is ? [{ parameter: is, clean: asItIs, condition: (value: string) => sql`${ref} = ${value}` }] : []),
    ...(from ? [{ parameter: from, clean: day, condition: (value: string) => sql`${ref} >= ${value}` }] : []),
    ...(to ? [{ parameter: to, clean: day, condition: (value: string) => sql`${present}${ref} <= ${value}` }] : []),
    ...(absent
      ? [{ parameter: absent, clean: asItIs, condition: (value: string) => isGiven(ref, absentAs, value) }]
      : []),
    ...(has ? [{ parameter: has, clean: cleanLabel, condition: (label: string) => hasLabel(ref, label) }] : []),
  ]
})

const byLinks: Way[] = [
  { parameter: 'partOf', clean: (value) => value.replace(/^#/, ''), condition: isPartOf },
  {
    parameter: 'blocked',
    clean: asItIs,
    condition: (value) => (value === 'true' ? isBlocked : sql`not (${isBlocked})`),
  },
]

/** All ways to filter, cheapest first. */
const ways = [...byFields, byFiles, ...byLinks]

/** Whether a value is present or absent, as the parameter asks. */
function isGiven(column: RawBuilder<unknown>, absentAs: TaskField['absentAs'], asked: string) {
  const isAbsent = asked === absentValue
  if (absentAs === undefined) return isAbsent ? sql`${column} is null` : sql`${column} is not null`
  return isAbsent ? sql`${column} = ${sql.lit(absentAs)}` : sql`${column} <> ${sql.lit(absentAs)}`
}

/** Labels contain neither quotes nor `%`, but `_` must be escaped, because it would match any letter. */
function hasLabel(column: RawBuilder<unknown>, label: string) {
  return sql`${column} like ${`%"${label.replaceAll('_', '\\_')}"%`} escape ${'\\'}`
}

export const isPresent = sql`trashed_at is null`

/** Whether a row is not in the trash and matches a filter and these words. */
export function conditionOf(filter: TaskFilter, words: string[]): RawBuilder<unknown> {
  const values = filter as Record<string, string | undefined>
  const conditions = [isPresent]
  for (const { parameter, clean, condition } of ways) {
    const value = values[parameter]
    if (value) conditions.push(condition(clean(value)))
  }
  for (const word of words) conditions.push(sql`words like ${`% ${word}%`}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** A key that is the same for equivalent filters; empty for no filter. */
export function keyOfFilter(filter: TaskFilter): string {
  const { q = '', ...values } = filter as Record<string, string | undefined>
  if (!q && !Object.values(values).some(Boolean)) return ''
  return JSON.stringify([...ways.map(({ parameter, clean }) => clean(values[parameter] ?? '')), queryWords(q)])
}
