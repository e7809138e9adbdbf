import { formatDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { SavedView } from '../../contract/schemas/views.ts'
import { wordsOf } from '../../contract/search.ts'
import { absentValue, presentValue } from '../../contract/task-fields.ts'
import { problemWith, understood } from '../../contract/task-lists/condition-problem.ts'
import { conditionText, isCondition, isLinkKey, valueText } from '../../contract/task-lists/condition-text.ts'
import { type Filter, filterTasks, noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys, type FilterKey, fieldOf, filterKeys, valueInWords } from '../../contract/task-lists/filter-keys.ts'
import { linksIn } from '../../contract/task-lists/link-index.ts'
import {
  filterKeyOf,
  parsePart,
  type SearchTerm,
  searchKeys,
  states,
  things,
} from '../../contract/task-lists/parse-search.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { numberOf } from '../../contract/words/task-names.ts'

export interface Suggestion {
  kind: 'condition' | 'key' | 'recent' | 'view'
  /** What is typed: a condition, the beginning of one, or a whole search. The address of a view. */
  text: string
  /** The meaning of a condition, or the name of a view. */
  meaning: string
  /** How many of the shown tasks match. */
  count?: number
}

export interface Section {
  name: string
  options: Suggestion[]
}

export interface Suggestions {
  sections: Section[]
  /** Why the typed condition is not understood. */
  problem?: string | undefined
}

interface Given {
  /** The part of the text that is being typed. */
  word: string
  filter: Filter
  all: Task[]
  /** The tasks that the view shows. */
  shown: Task[]
  calendar: { today: string; weekStart: Preferences['weekStart'] }
  recent: readonly string[]
  views: readonly SavedView[]
  /** The day that words mean. */
  dayIn: (text: string) => string | undefined
  dateStyle: Preferences['dateStyle']
}

const maxValues = 12
const maxFitting = 6
const maxRecent = 3

const condition = (text: string, meaning: string): Suggestion => ({ kind: 'condition', text, meaning })

/** Whether each word of a text begins a word of a name. */
const fits = (text: string, name: string) => {
  const words = wordsOf(name)
  return wordsOf(text).every((part) => words.some((word) => word.startsWith(part)))
}

/** The meaning of a term in words. */
function meaningOf(term: SearchTerm): string {
  if ('filter' in term)
    return term.values.map((value) => `${nameOf(term.filter)}${valueName(term.filter, value)}`).join(', ')
  if (term.key === 'open') return 'Not completed'
  return term.key === 'has' ? `Has a ${term.value}` : ''
}

/** The name of a field before its value. Values of other facts speak for themselves. */
const nameOf = (key: FilterKey) => (fieldOf(key) && key !== 'label' ? `${filterKeys[key].heading}: ` : '')
const valueName = (key: FilterKey, value: string) => {
  if (value === presentValue) return 'any'
  return value === absentValue && filterKeys[key].options[absentValue] === undefined ? 'none' : valueInWords(key, value)
}

/** All labels, the most used ones first. */
function labelsByUse(all: Task[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { labels } of all) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
}

/** The values after a key of a filter that fit what is typed. */
function valuesOf(key: FilterKey, typed: string, { all, dayIn, dateStyle }: Given): Suggestion[] {
  if (key === 'label')
    return labelsByUse(all)
      .filter(([label]) => label.includes(typed.replace(/^#/, '')))
      .sort(([a], [b]) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)))
      .map(([label]) => condition(`label:${label}`, `#${label}`))
  if (isLinkKey(key)) return tasksFor(key, typed, all)
  const { options, read } = filterKeys[key]
  const presence = [presentValue, absentValue].filter((value) => read(value) === value && options[value] === undefined)
  const known = [...Object.keys(options), ...presence].map((value) => ({
    text: `${key}:${valueText(key, value)}`,
    meaning: valueName(key, value),
  }))
  const found = known.filter(
    ({ text, meaning }) => text.slice(key.length + 1).startsWith(typed) || fits(typed, meaning),
  )
  const day = typed && fieldOf(key)?.kind === 'day' ? dayIn(typed) : undefined
  return [
    ...found.map(({ text, meaning }) => condition(text, meaning)),
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

/** The values after `is:`, `has:` and `no:`. Of several that mean the same, only the first one that fits. */
function wordsAfter(key: string, typed: string): Suggestion[] {
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
    key !== 'due' && filterKeys[key].read(presentValue) === presentValue
      ? [[key, { filter: key, values: [presentValue] } as SearchTerm]]
      : [],
  ),
)

/** The first conditions that a user may want, with the keys of all others. */
function allConditions(): Suggestion[] {
  const others = Object.keys(states).slice(0, 4).join(', ')
  const keys = allKeys
    .filter((key) => !spokenKeys.has(key))
    .map((key): Suggestion => {
      const names = Object.values(filterKeys[key].options).slice(0, 4).join(', ')
      return {
        kind: 'key',
        text: `${key}:`,
        meaning: names
          ? `${filterKeys[key].heading}: ${names}`
          : capitalised(fieldOf(key)?.name ?? filterKeys[key].heading),
      }
    })
  return [
    { kind: 'key', text: 'is:', meaning: `${others}, …` },
    ...keys,
    { kind: 'key', text: 'has:', meaning: 'With files, a description, an estimate, …' },
    { kind: 'key', text: 'no:', meaning: 'Without one of these' },
    { kind: 'key', text: '-', meaning: 'Before a word or a condition: leave out the tasks that match' },
  ]
}

/** Keys whose values are offered after `is:` and `has:`. */
const spokenKeys = new Set<FilterKey>(['status', 'files', 'links', 'kind', 'later'])

/** Every single condition that a word may mean: `high` is `priority:high`. */
function conditionsFor(word: string, given: Given): Suggestion[] {
  const ofKeys = allConditions().filter(({ kind, text }) => kind === 'key' && text.startsWith(word))
  const ofValues = allKeys.flatMap((key) =>
    key === 'label' || isLinkKey(key)
      ? []
      : Object.entries(filterKeys[key].options)
          .filter(([, name]) => fits(word, name))
          .map(([value, name]) => condition(conditionText(key, [value]), `${nameOf(key)}${name}`)),
  )
  const ofWords = wordsAfter('is', word).filter(({ text }) => !meansSame(text, ofValues))
  const ofLabels = valuesOf('label', word, given).filter(({ text }) => text.startsWith(`label:${word}`))
  return [...ofKeys, ...ofValues, ...ofWords, ...ofLabels]
}

const termsOf = (text: string) => JSON.stringify(parsePart(text).terms)
const meansSame = (text: string, others: Suggestion[]) => others.some((other) => termsOf(other.text) === termsOf(text))

/** Suggestions for the part of a search that is being typed. Without sections and problem, nothing fits it. */
export function suggestConditions(given: Given): Suggestions {
  const { word, recent, views } = given
  const [, minus = '', name = '', value = ''] = /^(-?)([a-z-]+):(.*)$/i.exec(word) ?? []
  const key = name.toLowerCase()
  const filterKey = filterKeyOf(key)
  if (filterKey || searchKeys.some((one) => one === key)) {
    const typed = (value.split(',').at(-1) ?? '').toLowerCase()
    const before = value.slice(0, value.length - typed.length)
    const values = filterKey ? valuesOf(filterKey, typed, given) : wordsAfter(key, typed)
    const chosen = before.split(',')
    const options = values
      .filter(({ text }) => !chosen.includes(text.slice(text.indexOf(':') + 1)))
      .slice(0, maxValues)
      .map((one) => withPrefix(one, minus, before))
      .map((one) => counted(one, given))
    const heading = filterKey ? filterKeys[filterKey].heading : key === 'is' ? 'Kind of task' : key
    const problem = options.length || !value ? undefined : problemWith(word)
    const hint = options.length || value ? undefined : understood(key)
    return { sections: sectionsOf([heading, options]), problem: problem ?? hint }
  }
  const typed = word.replace(/^-/, '').toLowerCase()
  if (!word) {
    const latest = recent.slice(0, maxRecent).map((text): Suggestion => ({ kind: 'recent', text, meaning: '' }))
    const saved = views.slice(0, maxRecent).map(viewOption)
    return { sections: sectionsOf(['Conditions', allConditions()], ['Recent', latest], ['Views', saved]) }
  }
  // One letter says too little, and a number is searched.
  if (!/^\p{L}{2}/u.test(typed)) return { sections: [] }
  const fitting = conditionsFor(typed, given)
    .filter(({ text }) => text !== '-')
    .slice(0, maxFitting)
    .map((one) => withPrefix(one, word.startsWith('-') ? '-' : '', ''))
    .map((one) => counted(one, given))
  const latest = recent.filter((text) => text.toLowerCase().includes(typed)).slice(0, maxRecent)
  const named = views.filter((view) => fits(typed, view.name)).slice(0, maxRecent)
  return {
    sections: sectionsOf(
      ['Conditions', fitting],
      ['Recent', latest.map((text): Suggestion => ({ kind: 'recent', text, meaning: '' }))],
      ['Views', named.map(viewOption)],
    ),
    problem: problemWith(word),
  }
}

const viewOption = (view: SavedView): Suggestion => ({ kind: 'view', text: view.address, meaning: view.name })

const sectionsOf = (...sections: [string, Suggestion[]][]): Section[] =>
  sections.flatMap(([name, options]) => (options.length ? { name, options } : []))

/** A suggestion with the minus before it and the values that are typed already. */
function withPrefix(one: Suggestion, minus: string, before: string): Suggestion {
  const at = one.text.indexOf(':') + 1
  const text = `${minus}${one.text.slice(0, at)}${before}${one.text.slice(at)}`
  return { ...one, text, meaning: minus ? `Not: ${one.meaning}` : one.meaning }
}

/** Counts the shown tasks that match, unless the key has other values already: a second one shows more tasks, not fewer. */
function counted(one: Suggestion, { filter, shown, all, calendar }: Given): Suggestion {
  if (one.kind !== 'condition' || !isCondition(one.text)) return one
  const [term] = parsePart(one.text).terms
  if (!term || ('filter' in term && filter[term.filter].length)) return one
  // The links are those of all tasks.
  const matching = new Set(filterTasks(all, { ...noFilter, q: one.text }, calendar))
  return { ...one, count: shown.reduce((sum, task) => sum + Number(matching.has(task)), 0) }
}
