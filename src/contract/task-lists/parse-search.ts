import { parseDay } from '../calendar-day.ts'
import { wordsOf } from '../search.ts'
import { type Span, spanIn } from '../spans.ts'
import { presentValue } from '../task-fields.ts'
import { cleanLabel, statuses } from '../tasks.ts'
import { type FilterKey, filterKeys, typedName, typedValue } from './filter-keys.ts'

/** A condition in a search, besides the words that rank the results: one of a filter, or one that only searches have. */
export type SearchTerm =
  | { filter: FilterKey; value: string }
  | { key: 'open'; value: true }
  | { key: 'has'; value: 'label' | 'description' }
  | { key: 'created' | 'completed'; value: Span<string> }
  /** Days from start to completion. */
  | { key: 'took'; value: Span<number> }
  | { key: 'number'; value: number }
  | { key: 'word'; value: string }

export interface Search {
  /** The words that every result contains. They rank the results and are highlighted. */
  words: string[]
  terms: (SearchTerm & { isNegated: boolean })[]
}

const states: Record<string, SearchTerm> = {
  open: { key: 'open', value: true },
  ...Object.fromEntries(statuses.map((value) => [typedName(value), { filter: 'status', value }])),
  progress: { filter: 'status', value: 'In Progress' },
  started: { filter: 'status', value: 'In Progress' },
  done: { filter: 'status', value: 'Completed' },
  repeating: { filter: 'kind', value: 'repeating' },
  snoozed: { filter: 'kind', value: 'snoozed' },
  later: { filter: 'kind', value: 'snoozed' },
  overdue: { filter: 'due', value: 'overdue' },
  today: { filter: 'due', value: 'today' },
  blocked: { filter: 'links', value: 'blocked' },
  waiting: { filter: 'links', value: 'blocked' },
  blocking: { filter: 'links', value: 'blocking' },
  part: { filter: 'links', value: 'part' },
  related: { filter: 'links', value: 'related' },
}
const things: Record<string, SearchTerm> = {
  date: { filter: 'due', value: presentValue },
  label: { key: 'has', value: 'label' },
  labels: { key: 'has', value: 'label' },
  description: { key: 'has', value: 'description' },
  file: { filter: 'files', value: 'with' },
  files: { filter: 'files', value: 'with' },
  parts: { filter: 'links', value: 'parent' },
}

/** Other names of keys, from older searches. */
const aliases = new Map<string, FilterKey>([['starts', 'start']])

/** The condition of `key:value`; undefined if it is none, and the text is searched as it is. */
function termOf(key: string, value: string): (SearchTerm & { isNegated: boolean }) | undefined {
  const term = plainTermOf(key === 'no' ? 'has' : key, value)
  return term && { ...term, isNegated: key === 'no' }
}

const daysIn = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined)

/** `has:start`: a key of a filter whose values can be present or absent. */
function presenceOf(key: string): SearchTerm | undefined {
  return isFilterKey(key) && filterKeys[key].read(presentValue) === presentValue
    ? { filter: key, value: presentValue }
    : undefined
}

const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(filterKeys, key)

function plainTermOf(key: string, value: string): SearchTerm | undefined {
  if (key === 'is') return Object.hasOwn(states, value) ? states[value] : undefined
  if (key === 'has') return Object.hasOwn(things, value) ? things[value] : presenceOf(value)
  if (key === 'label') return { filter: 'label', value: cleanLabel(value) }
  if (key === 'took') {
    const days = spanIn(value, daysIn)
    return days && { key, value: days }
  }
  if (key === 'created' || key === 'completed') {
    const span = spanIn(value, parseDay)
    return span && { key, value: span }
  }
  const filter = aliases.get(key) ?? key
  const found = isFilterKey(filter) ? typedValue(filter, value) : undefined
  return found === undefined ? undefined : { filter: filter as FilterKey, value: found }
}

/**
 * Reads a search: words, `-word`, `#12`, `is:open`, `is:later`, `is:waiting`, `no:date`, `has:files`, `label:auth`, `priority:high`, `due:week`,
 * links to a task such as `part:#12`, `after:#12` and `related:#12`, and spans such as `created:2026-11-01..2026-11-30`, `completed:2026-11-17`,
 * `due:2026-11-20..`, `starts:..2026-11-30`, `starts:someday` and `took:..3` (days). All keys and values of filters can be written so. A `-` negates.
 */
export function parseSearch(q: string): Search {
  const search: Search = { words: [], terms: [] }
  for (const part of q.split(/\s+/)) {
    const [, minus, number, key = '', value = '', text = ''] =
      /^(-?)(?:#(\d{1,9})$|([a-z]+):(\S+)$)?(.*)$/iu.exec(part) ?? []
    const isNegated = minus === '-'
    const term = termOf(key.toLowerCase(), value.toLowerCase())
    const words = wordsOf(text || (term ? '' : `${key} ${value}`))
    if (number) search.terms.push({ key: 'number', value: Number(number), isNegated })
    else if (term) search.terms.push({ ...term, isNegated: term.isNegated !== isNegated })
    else if (isNegated) search.terms.push(...words.map((word) => ({ key: 'word' as const, value: word, isNegated })))
    else search.words.push(...words)
  }
  return { ...search, words: [...new Set(search.words)] }
}
