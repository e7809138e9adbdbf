import type { Task } from '../../contract/schemas/tasks.ts'
import { problemWith, understood } from '../../contract/task-lists/condition-problem.ts'
import { conditionText, isCondition, isLinkKey } from '../../contract/task-lists/condition-text.ts'
import { type Filter, filterTasks, noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys, type FilterKey, fieldOf, filterKeys } from '../../contract/task-lists/filter-keys.ts'
import { filterKeyOf, parsePart, searchKeys } from '../../contract/task-lists/parse-search.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { condition, fits, nameOf, type Suggestion, type ValueSource, valuesOf, wordsAfter } from './condition-values.ts'

export interface Section {
  name: string
  options: Suggestion[]
}

export interface Suggestions {
  sections: Section[]
  /** How many of the first options fit the typed word. */
  fitting: number
  /** Whether anything fits it, recent searches and views included. */
  hasFitting: boolean
  /** Why the typed condition is not understood. */
  problem?: string | undefined
}

interface Given extends ValueSource {
  /** The part of the text that is being typed. */
  word: string
  filter: Filter
  /** The tasks that the view shows. */
  shown: Task[]
  recent: readonly string[]
  /** The other saved views. */
  views: readonly Suggestion[]
}

const maxValues = 12
const maxFitting = 6
const maxOthers = 4
const maxRecent = 3

/** The conditions that most users want, in their order. */
const leading: readonly Suggestion[] = [
  condition('is:open', 'also pending, started, done, waiting, later'),
  { kind: 'key', text: 'label:', meaning: 'has a label' },
  { kind: 'key', text: 'due:', meaning: 'overdue, today, week, none or a day' },
  { kind: 'key', text: 'priority:', meaning: 'critical, high, medium or low' },
  { kind: 'key', text: 'claimed:', meaning: 'held by an agent, or by anyone' },
  { kind: 'key', text: 'part-of:', meaning: 'a part of a task' },
  condition('has:file', 'also label, description, parts, estimate; no: for without'),
  { kind: 'key', text: '-', meaning: 'leave out what contains the word' },
]
/** Those that are offered below the values of a key. */
const shortList = ['is:open', 'label:', 'claimed:', '-', 'due:']

/** Keys whose values are offered after `is:` and `has:`. */
const spokenKeys = new Set<FilterKey>(['status', 'files', 'links', 'kind', 'later'])

/** The leading conditions, and the keys of all others. */
function allConditions(): Suggestion[] {
  const led = new Set(leading.map(({ text }) => filterKeyOf(text.slice(0, -1))))
  const keys = allKeys
    .filter((key) => !spokenKeys.has(key) && !led.has(key))
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
  return [...leading, ...keys]
}

/** A few conditions besides the one that is being typed. */
const otherConditions = (key: string) =>
  shortList
    .flatMap((text) => leading.find((one) => one.text === text && text.split(':')[0] !== key) ?? [])
    .slice(0, maxOthers)

/** Every single condition that a word may mean: `high` is `priority:high`. */
function conditionsFor(word: string, given: Given): Suggestion[] {
  const ofKeys = [...allConditions(), ...moreKeys].filter(({ kind, text }) => kind === 'key' && text.startsWith(word))
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

/** Keys that are offered once they are typed. */
const moreKeys: readonly Suggestion[] = [
  { kind: 'key', text: 'is:', meaning: 'open, pending, started, done, waiting, later, …' },
  { kind: 'key', text: 'has:', meaning: 'file, label, description, estimate, …' },
  { kind: 'key', text: 'no:', meaning: 'date, file, label, description, …' },
]

const termsOf = (text: string) => JSON.stringify(parsePart(text).terms)
const meansSame = (text: string, others: Suggestion[]) => others.some((other) => termsOf(other.text) === termsOf(text))

const typedKey = /^(-?)([a-z-]+):(.*)$/i

/** Suggestions for the part of a search that is being typed: those that fit it, then other conditions, recent searches and views. */
export function suggestConditions(given: Given): Suggestions {
  const { word, recent, views } = given
  const [, minus = '', name = '', value = ''] = typedKey.exec(word) ?? []
  const key = name.toLowerCase()
  const filterKey = filterKeyOf(key)
  const isKey = filterKey !== undefined || searchKeys.some((one) => one === key)
  const typed = isKey ? '' : word.replace(/^-/, '').toLowerCase()
  const [latest, isLatest] = fittingFirst(recent, (text) => text.toLowerCase().includes(typed), typed)
  const [saved, isSaved] = fittingFirst(views, (view) => fits(typed, view.meaning), typed)
  const last: [string, Suggestion[]][] = [
    ['Recent', latest.map((text): Suggestion => ({ kind: 'recent', text, meaning: '' }))],
    ['Views', saved],
  ]
  if (!word) return { sections: sectionsOf(['Conditions', allConditions()], ...last), fitting: 0, hasFitting: false }
  const options = isKey ? afterKey(key, minus, value, given) : forWord(typed, given)
  const heading = filterKey ? filterKeys[filterKey].heading : isKey && key !== 'is' ? key : 'Conditions'
  const hint = isKey && !options.length && !value ? understood(key) : undefined
  return {
    sections: sectionsOf([heading, options], ['Other conditions', otherConditions(key)], ...last),
    fitting: options.length,
    hasFitting: options.length > 0 || isLatest || isSaved,
    problem: hint ?? (options.length ? undefined : problemWith(word)),
  }
}

/** The first few, those that fit a typed text before the others, and whether any does. */
function fittingFirst<T>(items: readonly T[], isFitting: (item: T) => boolean, typed: string): [T[], boolean] {
  const found = typed.length > 1 ? items.filter(isFitting) : []
  return [[...found, ...items.filter((item) => !found.includes(item))].slice(0, maxRecent), found.length > 0]
}

/** The values after a key. */
function afterKey(key: string, minus: string, value: string, given: Given): Suggestion[] {
  const filterKey = filterKeyOf(key)
  const typed = (value.split(',').at(-1) ?? '').toLowerCase()
  const before = value.slice(0, value.length - typed.length)
  const values = filterKey ? valuesOf(filterKey, typed, given) : wordsAfter(key, typed)
  const chosen = before.split(',')
  return values
    .filter(({ text }) => !chosen.includes(text.slice(text.indexOf(':') + 1)))
    .slice(0, maxValues)
    .map((one) => counted(withPrefix(one, minus, before), given))
}

/** The conditions that a word may mean. One letter says too little, and a number is searched. */
function forWord(typed: string, given: Given): Suggestion[] {
  if (!/^\p{L}{2}/u.test(typed)) return []
  return conditionsFor(typed, given)
    .slice(0, maxFitting)
    .map((one) => counted(withPrefix(one, given.word.startsWith('-') ? '-' : '', ''), given))
}

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
