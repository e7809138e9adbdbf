import { parseDay } from '../calendar-day.ts'
import { spanIn, spanText } from '../spans.ts'
import { someday } from '../start-date.ts'
import { absentValue, type FieldFilter, filteredFields, presentValue, type TaskField } from '../task-fields.ts'
import { isLabel, isNewId } from '../tasks.ts'
import { amountIn, spanInWords } from '../words/amount-words.ts'
import { capitalised } from '../words/capitalised.ts'
import { dueFilterNames, dueFilters } from './due-groups.ts'
import { type LinkTerm, type LinkValue, linkFilterNames, linkFilters, linkTerms } from './link-filter.ts'

export const fileFilters = ['with', 'without'] as const
export type FileFilter = (typeof fileFilters)[number]
const fileFilterNames: Record<FileFilter, string> = { with: 'Has files', without: 'No files' }

/** Further facts about tasks that filters and searches know. */
export const kindFilters = ['repeating', 'snoozed'] as const
export type KindFilter = (typeof kindFilters)[number]
const kindFilterNames: Record<KindFilter, string> = { repeating: 'Repeating', snoozed: 'Snoozed' }

/** Whether a view also shows the tasks in Later, which it leaves out otherwise. Every task matches. */
const laterFilterNames = { shown: 'Show tasks in Later' }
type LaterFilter = keyof typeof laterFilterNames

/** Whether a question waits for an answer of the owner. */
const needsFilterNames = { you: 'Needs you' }
type NeedsFilter = keyof typeof needsFilterNames

/** The conditions of a filter. A task matches if it has one of the values of each key; without values, every task does. */
export type Conditions = FieldFilter & { files: readonly FileFilter[] } & { links: readonly LinkValue[] } & {
  kind: readonly KindFilter[]
} & {
  later: readonly LaterFilter[]
  needs: readonly NeedsFilter[]
} & { [Term in LinkTerm]: readonly string[] }

export type FilterKey = keyof Conditions

/** The meaning of a key, the same in an address, a search, a parameter of the API, a menu and an option of the command line. */
export interface KeyMeaning {
  /** The name that people read. */
  heading: string
  /** The values that a menu offers, with their names. Labels are offered as well. */
  options: Readonly<Record<string, string>>
  /** The value that a text means; undefined if it means none. */
  read: (text: string) => string | undefined
  /** A value that no menu offers in words. */
  say?: (value: string) => string
}

const named = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))
const oneOf = (options: object) => (text: string) => (Object.hasOwn(options, text) ? text : undefined)

/** A day, `someday`, or a span of days. */
function daysIn(text: string): string | undefined {
  const span = spanIn(text, (end) => (end === 'someday' ? someday : parseDay(end)))
  return span && spanText(span)
}

const presence = { [absentValue]: true, [presentValue]: true }

/** The values of the days that a user names by words. */
const dayWords: Record<string, Record<string, string>> = {
  due: Object.fromEntries(dueFilters.map((value) => [value, dueFilterNames[value]])),
}

/** The holders that filters name, besides the names of tokens. */
const claimFilterNames = {
  [presentValue]: 'Held by anyone',
  you: 'Held by you',
  stale: 'Claim ended',
  [absentValue]: 'Not held',
}

/** The name of a token as filters write it, in lower case and without spaces, which divide the parts of a search. */
export const holderText = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const claimIn = (text: string) => (/^[^,\s][^,]{0,99}$/.test(text) ? holderText(text) : undefined)

/** The meaning of the key of a field follows from its kind. */
function fieldMeaning(field: (typeof filteredFields)[number]): KeyMeaning {
  const { kind, key, options = [] } = field
  const meanings: Partial<Record<TaskField['kind'], () => Omit<KeyMeaning, 'heading'>>> = {
    choice: () => ({ options: named(options), read: oneOf(named(options)) }),
    labels: () => ({ options: {}, read: (text) => (isLabel(text) ? text : undefined) }),
    day: () => {
      const words = dayWords[key] ?? {}
      return { options: words, read: (text) => oneOf({ ...words, ...presence })(text) ?? daysIn(text) }
    },
    amount: () => amountMeaning(field),
    repeat: () => ({ options: {}, read: oneOf(presence) }),
    address: () => ({ options: {}, read: oneOf(presence) }),
    claim: () => ({ options: claimFilterNames, read: claimIn, say: (value) => `Held by ${value}` }),
  }
  const meaning = meanings[kind]
  if (!meaning) throw new Error(`A field of the kind ${kind} cannot be filtered: say how in filter-keys.ts.`)
  return { heading: capitalised(key), ...meaning() }
}

/** The ranges that the table of fields names, and any other span. */
function amountMeaning({ name, unit, max = 0, steps = [] }: TaskField): Omit<KeyMeaning, 'heading'> {
  const starts = [0, ...steps.map((step) => step + 1)]
  const ranges = starts.map((from, index) => spanText({ from: from || undefined, to: steps[index] }))
  const say = (value: string) => spanInWords(value, unit?.sign ?? '')
  const options = {
    ...Object.fromEntries(ranges.map((range) => [range, say(range)])),
    [absentValue]: `No ${name}`,
  }
  const read = (text: string) => {
    const span = spanIn(text, (end) => amountIn(end, { unit, max }))
    return span && spanText(span)
  }
  return { options, say, read: (text) => oneOf(presence)(text) ?? read(text) }
}

/** The number of a task, or its id. */
const taskIn = (text: string) => /^#?(\d{1,9})$/.exec(text)?.[1] ?? (isNewId(text) ? text : undefined)

const byFields = Object.fromEntries(filteredFields.map((field) => [field.key, fieldMeaning(field)])) as Record<
  keyof FieldFilter,
  KeyMeaning
>
const { status, priority, due, label, ...otherFields } = byFields

/** All keys of filters, in the order of the menus. */
export const filterKeys: Readonly<Record<FilterKey, KeyMeaning>> = {
  ...{ status, priority, due, label },
  ...otherFields,
  files: { heading: 'Files', options: fileFilterNames, read: oneOf(fileFilterNames) },
  links: {
    heading: 'Links',
    options: Object.fromEntries(linkFilters.map((value) => [value, linkFilterNames[value]])),
    read: oneOf(linkFilterNames),
  },
  kind: { heading: 'Kind', options: kindFilterNames, read: oneOf(kindFilterNames) },
  needs: { heading: 'Needs', options: needsFilterNames, read: oneOf(needsFilterNames) },
  later: { heading: 'Later', options: laterFilterNames, read: oneOf(laterFilterNames) },
  ...(Object.fromEntries(
    linkTerms.map(({ term, heading }) => [term, { heading, options: {}, read: taskIn }]),
  ) as Record<LinkTerm, KeyMeaning>),
}

/** The field that a key filters by; undefined for other facts about tasks. */
export const fieldOf = (key: FilterKey) => filteredFields.find((field) => field.key === key)

export const allKeys = Object.keys(filterKeys) as FilterKey[]

/** A value as it is typed: `In Progress` is `in-progress`, `nextWeek` is `next-week`. */
export const typedName = (value: string) =>
  value
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(' ', '-')
    .toLowerCase()

/** The value of a key that a person has typed, in small letters; undefined if it means none. */
export function typedValue(key: FilterKey, text: string): string | undefined {
  const { options, read } = filterKeys[key]
  return Object.keys(options).find((value) => typedName(value) === text) ?? read(text)
}

/** A value in words: `High`, `#auth`, `2026-11-01..2026-11-30`. */
export function valueInWords(key: FilterKey, value: string): string {
  const { options, say } = filterKeys[key]
  const known = options[value] ?? say?.(value)
  if (known !== undefined) return known
  return key === 'label' || linkTerms.some(({ term }) => term === key) ? `#${value}` : value
}
