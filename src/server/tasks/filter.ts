import { type RawBuilder, sql } from 'kysely'
import type { TaskFilter } from '../../contract/schemas/tasks.ts'
import { queryWords } from '../../contract/search.ts'
import { allFields } from '../../contract/task-fields.ts'
import { cleanLabel } from '../../contract/tasks.ts'

/** One way to filter: a parameter, the normalisation of its value, and the condition that a row must match. */
interface Way {
  parameter: string
  clean: (value: string) => string
  condition: (value: string) => RawBuilder<unknown>
}

const asItIs = (value: string) => value
const day = (value: string) => value.slice(0, 10)

/** All ways to filter, cheapest first. */
const ways: Way[] = allFields.flatMap(([, { column, filter = {} }]) => {
  const ref = sql.ref(column)
  const { is, from, to, has } = filter
  return [
    ...(is ? [{ parameter: is, clean: asItIs, condition: (value: string) => sql`${ref} = ${value}` }] : []),
    ...(from ? [{ parameter: from, clean: day, condition: (value: string) => sql`${ref} >= ${value}` }] : []),
    ...(to ? [{ parameter: to, clean: day, condition: (value: string) => sql`${ref} <= ${value}` }] : []),
    ...(has ? [{ parameter: has, clean: cleanLabel, condition: (label: string) => hasLabel(ref, label) }] : []),
  ]
})

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
