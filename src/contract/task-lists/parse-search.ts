import { parseDay } from '../calendar-day.ts'
import { wordsOf } from '../search.ts'
import { someday } from '../start-date.ts'
import { cleanLabel, type Priority, priorities, type Status, statuses } from '../tasks.ts'
import type { DueFilter } from './due-groups.ts'
import { type LinkFilter, type LinkTerm, linkTerms } from './link-filter.ts'

/** Further facts about tasks that filters and searches know. */
export const kindFilters = ['repeating', 'snoozed'] as const
export type KindFilter = (typeof kindFilters)[number]
export const kindFilterNames: Record<KindFilter, string> = { repeating: 'Repeating', snoozed: 'Snoozed' }

/** Values from one to another, both included. An end that is left out is open. */
export interface Span<T> {
  from: T | undefined
  to: T | undefined
}

/** A condition in a search, besides the words that rank the results. */
export type SearchTerm =
  | { key: 'is'; value: Status | 'open' }
  | { key: 'kind'; value: KindFilter }
  | { key: 'due'; value: DueFilter }
  | { key: 'priority'; value: Priority }
  | { key: 'label'; value: string }
  | { key: 'has'; value: 'date' | 'start' | 'label' | 'description' | 'files' }
  | { key: 'links'; value: LinkFilter }
  | { key: 'linkedTo'; value: { term: LinkTerm; number: number } }
  | { key: 'created'; value: Span<string> }
  | { key: 'completed'; value: Span<string> }
  | { key: 'dueOn'; value: Span<string> }
  | { key: 'starts'; value: Span<string> }
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
  open: { key: 'is', value: 'open' },
  ...Object.fromEntries(statuses.map((value) => [value.toLowerCase().replace(' ', '-'), { key: 'is', value }])),
  progress: { key: 'is', value: 'In Progress' },
  done: { key: 'is', value: 'Completed' },
  repeating: { key: 'kind', value: 'repeating' },
  snoozed: { key: 'kind', value: 'snoozed' },
  overdue: { key: 'due', value: 'overdue' },
  today: { key: 'due', value: 'today' },
  blocked: { key: 'links', value: 'blocked' },
  blocking: { key: 'links', value: 'blocking' },
  part: { key: 'links', value: 'part' },
  related: { key: 'links', value: 'related' },
}
const dueWords: Record<string, DueFilter> = {
  overdue: 'overdue',
  today: 'today',
  week: 'week',
  'next-week': 'nextWeek',
  later: 'later',
  none: 'none',
}
const things: Record<string, (SearchTerm & { key: 'has' })['value']> = {
  date: 'date',
  due: 'date',
  start: 'start',
  label: 'label',
  labels: 'label',
  description: 'description',
  file: 'files',
  files: 'files',
}

/** The condition of `key:value`; undefined if it is none, and the text is searched as it is. */
function termOf(key: string, value: string): (SearchTerm & { isNegated: boolean }) | undefined {
  const term = plainTermOf(key === 'no' ? 'has' : key, value)
  return term && { ...term, isNegated: key === 'no' }
}

/** `a`, `a..b`, `a..` or `..b`; undefined if an end is not valid, or if there is none. */
function spanIn<T>(text: string, read: (end: string) => T | undefined): Span<T> | undefined {
  const [first = '', last = first, ...more] = text.split('..')
  const [from, to] = [first, last].map((end) => (end ? read(end) : undefined))
  const isRead = Boolean(first) === (from !== undefined) && Boolean(last) === (to !== undefined)
  return isRead && !more.length && (first || last) ? { from, to } : undefined
}

const daysIn = (text: string) => (/^\d{1,5}$/.test(text) ? Number(text) : undefined)

function spanTermOf(key: string, value: string): SearchTerm | undefined {
  if (key === 'took') {
    const days = spanIn(value, daysIn)
    return days && { key, value: days }
  }
  if (key !== 'created' && key !== 'completed' && key !== 'due' && key !== 'starts') return undefined
  const span = spanIn(value, (text) => (key === 'starts' && text === 'someday' ? someday : parseDay(text)))
  return span && { key: key === 'due' ? 'dueOn' : key, value: span }
}

function plainTermOf(key: string, value: string): SearchTerm | undefined {
  const priority = priorities.find((name) => name.toLowerCase() === value)
  const due = dueWords[value]
  if (key === 'has' && value === 'parts') return { key: 'links', value: 'parent' }
  const term = linkTerms.find((name) => name === key)
  const number = /^#?(\d{1,9})$/.exec(value)?.[1]
  if (term && number) return { key: 'linkedTo', value: { term, number: Number(number) } }
  const thing = things[value]
  if (key === 'is') return states[value]
  if (key === 'label') return { key: 'label', value: cleanLabel(value) }
  if (key === 'priority' && priority) return { key: 'priority', value: priority }
  if (key === 'due' && due) return { key: 'due', value: due }
  if (key === 'has' && thing) return { key: 'has', value: thing }
  return spanTermOf(key, value)
}

/**
 * Reads a search: words, `-word`, `#12`, `is:open`, `is:snoozed`, `is:blocked`, `no:date`, `has:files`, `label:auth`, `priority:high`, `due:week`,
 * links to a task such as `part:#12`, `after:#12` and `related:#12`, and spans such as `created:2026-11-01..2026-11-30`, `completed:2026-11-17`,
 * `due:2026-11-20..`, `starts:..2026-11-30`, `starts:someday` and `took:..3` (days). A `-` negates.
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
