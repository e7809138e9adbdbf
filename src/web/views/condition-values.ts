import { isHeld } from '../../contract/claims.ts'
import { formatDay, formatNearDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { wordsOf } from '../../contract/search.ts'
import { absentValue, presentValue } from '../../contract/task-fields.ts'
import { isLinkKey, valueText } from '../../contract/task-lists/condition-text.ts'
import { type Calendar, endOfWeek } from '../../contract/task-lists/due-groups.ts'
import {
  allKeys,
  type FilterKey,
  fieldOf,
  filterKeys,
  holderText,
  valueInWords,
} from '../../contract/task-lists/filter-keys.ts'
import { linksIn } from '../../contract/task-lists/link-index.ts'
import { type SearchTerm, states, things } from '../../contract/task-lists/parse-search.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { numberOf } from '../../contract/words/task-names.ts'

export interface Suggestion {
  kind: 'condition' | 'key' | 'recent' | 'view'
  /** The text to type: a condition, the beginning of one, or a whole search. The address of a view. */
  text: string
  /** The meaning of a condition, or the name of a view. */
  meaning: string
  /** How many of the shown tasks match, or the open tasks of a view. */
  count?: number | undefined
  /** The keys that open a view. */
  keys?: string[]
}

/** The tasks and the words that values are found in. */
export interface ValueSource {
  all: Task[]
  calendar: Calendar
  dateStyle: Preferences['dateStyle']
  /** The day that words mean. */
  dayIn: (text: string) => string | undefined
}

export const condition = (text: string, meaning: string): Suggestion => ({ kind: 'condition', text, meaning })

/** Whether each word of a text begins a word of a name. */
export const fits = (text: string, name: string) => {
  const words = wordsOf(name)
  return wordsOf(text).every((part) => words.some((word) => word.startsWith(part)))
}

/** The name of a field before its value. Values of other facts speak for themselves. */
export const nameOf = (key: FilterKey) =>
  fieldOf(key) && key !== 'label' && key !== 'claimed' ? `${filterKeys[key].heading}: ` : ''

const valueName = (key: FilterKey, value: string) => {
  const known = filterKeys[key].options[value]
  if (known === undefined && value === presentValue) return 'any'
  return known === undefined && value === absentValue ? 'none' : valueInWords(key, value)
}

const weekday = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long' })

/** The days that a word after `due:` means. */
function dueMeaning(value: string, { calendar: { today, weekStart }, dateStyle }: ValueSource): string | undefined {
  const end = endOfWeek(today, weekStart)
  const near = (day: string) => formatNearDay(day, dateStyle, today)
  const meanings: Record<string, string> = {
    overdue: 'before today',
    today: `on ${near(today)}`,
    week: `until ${weekday.format(new Date(`${end}T00:00:00Z`))}, ${near(end)}`,
    nextWeek: 'next week',
    later: 'after this week',
    none: 'no date',
    any: 'any date',
  }
  return meanings[value]
}

/** All labels, the most used ones first. */
function labelsByUse(all: Task[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { labels } of all) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
}

/** The tokens that hold tasks now. */
function holdersIn(all: Task[]): string[] {
  const now = new Date().toISOString()
  const names = all.flatMap(({ claim }) => (claim && isHeld(claim, now) ? (tokenOfVia(claim.by) ?? []) : []))
  // A comma divides values.
  return [...new Set(names.map(holderText))].filter((name) => !name.includes(',')).sort()
}

/** The values after a key of a filter that fit what is typed. */
export function valuesOf(key: FilterKey, typed: string, source: ValueSource): Suggestion[] {
  const { all, dayIn, dateStyle } = source
  if (key === 'label')
    return labelsByUse(all)
      .filter(([label]) => label.includes(typed.replace(/^#/, '')))
      .sort(([a], [b]) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)))
      .map(([label]) => condition(`label:${label}`, `#${label}`))
  if (isLinkKey(key)) return tasksFor(key, typed, all)
  const { options, read } = filterKeys[key]
  const presence = [presentValue, absentValue].filter((value) => read(value) === value && options[value] === undefined)
  const values = [...Object.keys(options), ...presence, ...(key === 'claimed' ? holdersIn(all) : [])]
  const found = values
    .map((value) => ({ text: `${key}:${valueText(key, value)}`, name: valueName(key, value), value }))
    .filter(({ text, name }) => text.slice(key.length + 1).startsWith(typed) || fits(typed, name))
    .sort((a, b) => Number(b.value.startsWith(typed)) - Number(a.value.startsWith(typed)))
  const day = typed && fieldOf(key)?.kind === 'day' ? dayIn(typed) : undefined
  return [
    ...found.map(({ text, name, value }) =>
      condition(text, (key === 'due' ? dueMeaning(value, source) : undefined) ?? name),
    ),
    ...(day ? [condition(`${key}:${day}`, formatDay(day, dateStyle))] : []),
  ]
}

/** Tasks that others are linked to, by number or title. */
function tasksFor(key: FilterKey, typed: string, all: Task[]): Suggestion[] {
  const links = linksIn(all)
  const number = typed.replace(/^#/, '')
  const isLinked = ({ _id }: Task) => {
    const { parts = [], blocked = [], related = [] } = links.get(_id) ?? {}
    return { part: parts, after: blocked, related }[key as 'part' | 'after' | 'related'].length > 0
  }
  return all
    .filter((task) => isLinked(task) && (String(task.number).startsWith(number) || fits(typed, task.title)))
    .map((task) => condition(`${key}:${numberOf(task)}`, task.title))
}

/** The meaning of a term in words. */
function meaningOf(term: SearchTerm): string {
  if ('filter' in term)
    return term.values.map((value) => `${nameOf(term.filter)}${valueName(term.filter, value)}`).join(', ')
  if (term.key === 'open') return 'Not completed'
  return term.key === 'has' ? `Has a ${term.value}` : ''
}

/** The values after `is:`, `has:` and `no:`. Of several that mean the same, only the first one that fits. */
export function wordsAfter(key: string, typed: string): Suggestion[] {
  const afterHas = key === 'has' || key === 'no' ? { ...things, ...presences } : {}
  const words = key === 'is' ? states : afterHas
  const meant = new Set<string>()
  return Object.entries(words).flatMap(([word, term]) => {
    const meaning = key === 'is' ? meaningOf(term) : `${key === 'no' ? 'Without' : 'With'} ${word}`
    const same = JSON.stringify(term)
    if (!word.startsWith(typed) || meant.has(same)) return []
    meant.add(same)
    return condition(`${key}:${word}`, meaning)
  })
}

/** The fields that can be absent, for `has:` and `no:`. */
const presences: Record<string, SearchTerm> = Object.fromEntries(
  allKeys.flatMap((key) =>
    key !== 'due' && key !== 'claimed' && filterKeys[key].read(presentValue) === presentValue
      ? [[key, { filter: key, values: [presentValue] } as SearchTerm]]
      : [],
  ),
)
