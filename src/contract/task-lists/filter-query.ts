import type { TaskQuery } from '../schemas/task-queries.ts'
import { spanText } from '../spans.ts'
import { absentValue, filteredFields, hasSpans, type TaskField } from '../task-fields.ts'
import { cleanLabel } from '../tasks.ts'
import { type Filter, noFilter } from './filter.ts'
import type { FilterKey } from './filter-keys.ts'

/** A span without any value: asked for, for example, by a due date that is missing and before another day. */
const nothing = (kind: TaskField['kind']) => (kind === 'day' ? '9999-12-31..0001-01-01' : '1..0')

/** The filter that the parameters of a list mean: `noFilter` itself for none. An empty parameter means none. */
export function filterOf(query: TaskQuery): Filter {
  if (isEmpty(query)) return noFilter
  const given = query as Readonly<Record<string, string | undefined>>
  const conditions: Partial<Record<FilterKey, string[]>> = {}
  for (const field of filteredFields) {
    const { key } = field
    const value = given[key]
    if (value)
      conditions[key] =
        field.kind === 'claim' ? value.split(',') : [field.kind === 'labels' ? cleanLabel(value) : value]
    if (!hasSpans(field)) continue
    const [from, to] = [given[`${key}From`], given[`${key}To`]]
    if (from || to)
      conditions[key] = [value === absentValue ? nothing(field.kind) : spanText({ from: ended(from), to: ended(to) })]
  }
  if (query.hasFiles) conditions.files = [query.hasFiles === 'true' ? 'with' : 'without']
  if (query.blocked) conditions.links = [query.blocked === 'true' ? 'blocked' : 'unblocked']
  if (query.needs) conditions.needs = [query.needs]
  if (query.partOf) conditions.part = [query.partOf.replace(/^#/, '')]
  return { ...noFilter, ...conditions, q: query.q ?? '' } as Filter
}

/** The end of a span. That of days is without a time. */
const ended = (text: string | undefined) => text?.slice(0, 10) || undefined

function isEmpty(query: object): boolean {
  for (const _ in query) return false
  return true
}
