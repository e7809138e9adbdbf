import { isNewId } from '../tasks.ts'
import { type Filter, noFilter } from './filter.ts'
import { allKeys, type FilterKey, fieldOf, filterKeys, typedName } from './filter-keys.ts'
import { linkTerms } from './link-filter.ts'
import { parsePart, states, things } from './parse-search.ts'

/** The parts of a search, which spaces separate. */
export const partsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** Whether a part of a search is a condition and not a word. `#12` is a word that names a task. */
export const isCondition = (part: string): boolean =>
  parsePart(part).terms.some((term) => !('key' in term && term.key === 'number' && !term.isNegated))

/** The condition of a filter that a part of a search means, unless it is negated or only searches have it. */
export function filterConditionIn(part: string): { key: FilterKey; values: readonly string[] } | undefined {
  const [term] = parsePart(part).terms
  return term && 'filter' in term && !term.isNegated ? { key: term.filter, values: term.values } : undefined
}

export const isLinkKey = (key: FilterKey) => linkTerms.some(({ term }) => term === key)

/** A value as it is written in a condition. */
export function valueText(key: FilterKey, value: string): string {
  return isLinkKey(key) && !isNewId(value) ? `#${value}` : typedName(value)
}

/** A condition of a filter as a part of a search: `label:auth,ops`. A kind of task has a word of its own: `is:blocked`, `has:files`. */
export function conditionText(key: FilterKey, values: readonly string[]): string {
  const [only, ...more] = values
  if (only !== undefined && !more.length && spokenKeys.includes(key)) {
    for (const [before, words] of [
      ['is', states],
      ['has', things],
    ] as const)
      for (const [word, term] of Object.entries(words))
        if ('filter' in term && term.filter === key && term.values[0] === only) return `${before}:${word}`
  }
  return `${key}:${values.map((value) => valueText(key, value)).join(',')}`
}

/** The keys that are not fields: people know their values, not their names. */
const spokenKeys: FilterKey[] = ['files', 'links', 'kind']

/** The conditions of the keys of a filter, in the order of the menus. */
export const conditionsOf = (filter: Filter): { key: FilterKey; text: string }[] =>
  allKeys.flatMap((key) => (filter[key].length ? { key, text: conditionText(key, filter[key]) } : []))

/** A whole filter as a search that means the same. */
export const textOfFilter = (filter: Filter): string =>
  [...conditionsOf(filter).map(({ text }) => text), ...partsOf(filter.q)].join(' ')

/** The same, with the words last. */
export function orderedText(filter: Filter): string {
  const parts = partsOf(textOfFilter(filter))
  return [...parts.filter(isCondition), ...parts.filter((part) => !isCondition(part))].join(' ')
}

/** The filter that a text means: conditions by keys as far as possible, so that menus and addresses show them, the rest as a search. */
export function filterInText(text: string): Filter {
  const conditions: Partial<Record<FilterKey, readonly string[]>> = {}
  const rest: string[] = []
  for (const part of partsOf(text)) {
    const found = filterConditionIn(part)
    // A second condition with the same key narrows the first one.
    if (found && !conditions[found.key]) conditions[found.key] = inOrder(found.key, found.values)
    else rest.push(part)
  }
  return { ...noFilter, ...conditions, q: rest.join(' ') } as Filter
}

/** Values in the order of an address: those of the menu first, in its order. */
function inOrder(key: FilterKey, values: readonly string[]): string[] {
  const order = Object.keys(filterKeys[key].options)
  return [...order.filter((value) => values.includes(value)), ...values.filter((value) => !order.includes(value))]
}

/** Adds a condition to a filter. A task has one value of most fields, so a second value there means one of both. */
export function withCondition(filter: Filter, part: string): Filter {
  const found = filterConditionIn(part)
  if (!found || (filter[found.key].length && !hasOneValue(found.key))) {
    const parts = partsOf(filter.q)
    return parts.includes(part) ? filter : { ...filter, q: [...parts, part].join(' ') }
  }
  const { key, values } = found
  return { ...filter, [key]: inOrder(key, [...new Set([...filter[key], ...values])]) }
}

/** Whether tasks have at most one value of a key. */
function hasOneValue(key: FilterKey): boolean {
  const field = fieldOf(key)
  return field !== undefined && field.kind !== 'labels'
}
