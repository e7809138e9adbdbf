import { parseDay } from '../calendar-day.ts'
import { wordsOf } from '../search.ts'
import { type Span, spanIn } from '../spans.ts'
import { presentValue } from '../task-fields.ts'
import { cleanLabel, statuses } from '../tasks.ts'
import { type FilterKey, filterKeys, typedName, typedValue } from './filter-keys.ts'

/** A condition in a search, besides the words that rank the results: one of a filter, or one that only searches have. */
export type SearchTerm =
  | { filter: FilterKey; values: readonly string[] }
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

const one = (filter: FilterKey, value: string): SearchTerm => ({ filter, values: [value] })

/** The words after `is:`. Of several that mean the same, the first one is suggested. */
export const states: Readonly<Record<string, SearchTerm>> = {
  open: { key: 'open', value: true },
  ...Object.fromEntries(statuses.map((value) => [typedName(value), one('status', value)])),
  progress: one('status', 'In Progress'),
  started: one('status', 'In Progress'),
  done: one('status', 'Completed'),
  repeating: one('kind', 'repeating'),
  snoozed: one('kind', 'snoozed'),
  later: one('kind', 'snoozed'),
  overdue: one('due', 'overdue'),
  today: one('due', 'today'),
  blocked: one('links', 'blocked'),
  waiting: one('links', 'blocked'),
  blocking: one('links', 'blocking'),
  part: one('links', 'part'),
  related: one('links', 'related'),
}
/** The words after `has:` and `no:`, besides the keys of filters whose values can be absent. */
export const things: Readonly<Record<string, SearchTerm>> = {
  date: one('due', presentValue),
  label: { key: 'has', value: 'label' },
  labels: { key: 'has', value: 'label' },
  description: { key: 'has', value: 'description' },
  files: one('files', 'with'),
  file: one('files', 'with'),
  parts: one('links', 'parent'),
}

/** Other names of keys: one from older searches, and one that people expect. */
const aliases = new Map<string, FilterKey>([
  ['starts', 'start'],
  ['part-of', 'part'],
])

/** The keys of conditions that only searches have. */
export const searchKeys = ['is', 'has', 'no', 'created', 'completed', 'took'] as const

/** The key of a filter that a typed key means. */
export function filterKeyOf(key: string): FilterKey | undefined {
  const name = aliases.get(key) ?? key
  return isFilterKey(name) ? name : undefined
}

/** The condition of `key:value`; undefined if it is none, and the text is searched as it is. */
function termOf(key: string, value: string): (SearchTerm & { isNegated: boolean }) | undefined {
  const term = plainTermOf(key === 'no' ? 'has' : key, value)
  return term && { ...term, isNegated: key === 'no' }
}

const daysIn = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined)

/** `has:start`: a key of a filter whose values can be present or absent. */
function presenceOf(key: string): SearchTerm | undefined {
  return isFilterKey(key) && filterKeys[key].read(presentValue) === presentValue ? one(key, presentValue) : undefined
}

const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(filterKeys, key)

function plainTermOf(key: string, value: string): SearchTerm | undefined {
  if (key === 'is') return Object.hasOwn(states, value) ? states[value] : undefined
  if (key === 'has') return Object.hasOwn(things, value) ? things[value] : presenceOf(value)
  if (key === 'took') {
    const days = spanIn(value, daysIn)
    return days && { key, value: days }
  }
  if (key === 'created' || key === 'completed') {
    const span = spanIn(value, parseDay)
    return span && { key, value: span }
  }
  const filter = filterKeyOf(key)
  if (!filter) return undefined
  const texts = value.split(',')
  const values = texts.flatMap((text) =>
    filter === 'label' ? cleanLabel(text.replace(/^#/, '')) : (typedValue(filter, text) ?? []),
  )
  const isRead = values.length === texts.length && values.every(Boolean)
  return isRead ? { filter, values: [...new Set(values)] } : undefined
}

/** A part of a search that has no spaces. */
interface Part {
  words: string[]
  terms: Search['terms']
}

const shape = /^(-?)(?:#(\d{1,9})$|([a-z][a-z-]*):(\S+)$)?(.*)$/iu

/** Reads one part of a search, without spaces. */
export function parsePart(part: string): Part {
  const [, minus, number, key = '', value = '', text = ''] = shape.exec(part) ?? []
  const isNegated = minus === '-'
  const term = termOf(key.toLowerCase(), value.toLowerCase())
  const words = wordsOf(text || (term ? '' : `${key} ${value}`))
  if (number) return { words: [], terms: [{ key: 'number', value: Number(number), isNegated }] }
  if (term) return { words: [], terms: [{ ...term, isNegated: term.isNegated !== isNegated }] }
  if (!isNegated) return { words, terms: [] }
  return { words: [], terms: words.map((word) => ({ key: 'word', value: word, isNegated })) }
}

/**
 * Reads a search: words, `-word`, `#12`, `is:open`, `is:later`, `is:waiting`, `no:date`, `has:files`, `label:auth`, `priority:high`, `due:week`,
 * links to a task such as `part:#12`, `after:#12` and `related:#12`, and spans such as `created:2026-11-01..2026-11-30`, `completed:2026-11-17`,
 * `due:2026-11-20..`, `starts:..2026-11-30`, `starts:someday` and `took:..3` (days). All keys and values of filters can be written so,
 * and several values with commas: `label:auth,ops` means one of both. A `-` negates.
 */
export function parseSearch(q: string): Search {
  const parts = q.split(/\s+/).map(parsePart)
  return { words: [...new Set(parts.flatMap(({ words }) => words))], terms: parts.flatMap(({ terms }) => terms) }
}
