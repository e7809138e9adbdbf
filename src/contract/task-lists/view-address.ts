import { parseDay } from '../calendar-day.ts'
import type { Preferences } from '../schemas/accounts.ts'
import { type AmountName, amountFields, isShownIn } from '../task-fields.ts'
import { type SortOrder, sortOrders } from '../tasks.ts'
import type { Filter } from './filter.ts'
import { allKeys, type FilterKey, filterKeys } from './filter-keys.ts'
import { type Grouping, groupings } from './group.ts'
import type { Sort } from './sort.ts'
import { type SortKey, sortKeys } from './sort-keys.ts'

const plainColumns = ['number', 'labels', 'priority', 'status'] as const
/** The facts on the cards of the board, besides the title. */
export const cardFacts = ['number', 'labels', 'priority', 'due', 'parent', 'checklist', 'claim', 'proof'] as const
/** The parts of the calendar that not everyone wants to see. */
export const calendarParts = ['weekends', 'completed', 'meetings'] as const
/** The parts that a view can hide. */
export type HiddenName =
  | (typeof plainColumns)[number]
  | AmountName
  | (typeof cardFacts)[number]
  | (typeof calendarParts)[number]

/** The amounts that have a column of the list. */
export const amountColumns = amountFields.filter(({ field }) => isShownIn('column', field))
/** The columns of the list, in their order, and the marks of the holder and of the proof. */
export const columns: readonly HiddenName[] = [
  ...plainColumns,
  ...amountColumns.map(({ field }) => field),
  ...(['due', 'claim', 'proof'] as const),
]
/** Everything that a view can hide, in the order of addresses. */
export const hiddenNames: readonly HiddenName[] = [...new Set([...columns, ...cardFacts, ...calendarParts])]

export const calendarRanges = ['month', 'week'] as const

/** The height of the rows of the list. */
export const densities = ['compact', 'roomy'] as const
export type Density = (typeof densities)[number]

/** The part of the calendar that is shown: the month or week of a day or month (`2026-11`), or of today. */
export interface CalendarSettings {
  range: (typeof calendarRanges)[number]
  on: string | undefined
}

/** The settings of a view: everything that its address says. */
export interface ViewSettings {
  filter: Filter
  sort: Sort
  grouping: Grouping
  /** The columns, facts and days that are hidden. */
  hidden: readonly HiddenName[]
  density: Density
  calendar: CalendarSettings
}

export interface ViewDefaults {
  preferences: Pick<Preferences, 'sort' | 'filter'>
  grouping: Grouping
  /** The key by which the view sorts unless the address says otherwise; the due date if it is left out. */
  sortBy?: SortKey
}

/** The keys of which most users want to see the last values first. */
const naturalOrders: Partial<Record<SortKey, SortOrder>> = {
  priority: 'desc',
  created: 'desc',
  updated: 'desc',
}

export const orderFor = (by: SortKey, { sort }: Pick<Preferences, 'sort'>): SortOrder =>
  by === 'due' ? sort : (naturalOrders[by] ?? 'asc')

/** Means that all statuses are shown although the preferences filter by one. */
const anyStatus = 'All'

/** Several values are separated by commas. Unknown ones are left out. */
function valuesIn<T extends string>(text: string | null, known: readonly T[]): T[] {
  const given = new Set(text?.split(','))
  return known.filter((value) => given.has(value))
}

/** The values of a key of the filter: those of its menu in the order of the menu, others as they are given. */
function conditionIn(key: FilterKey, text: string | null): string[] {
  if (!text) return []
  const { options, read } = filterKeys[key]
  const order = Object.keys(options)
  const given = new Set(text.split(',').flatMap((value) => read(value) ?? []))
  return [...order.filter((value) => given.has(value)), ...[...given].filter((value) => !order.includes(value))]
}

/** Reads the settings of a view from its address. */
export function readView(search: URLSearchParams, defaults: ViewDefaults): ViewSettings {
  const { preferences, grouping, sortBy = 'due' } = defaults
  const conditions = Object.fromEntries(allKeys.map((key) => [key, conditionIn(key, search.get(key))]))
  const filter = { ...conditions, q: search.get('q') ?? '' } as Filter
  if (!filter.status.length && search.get('status') !== anyStatus && preferences.filter)
    filter.status = [preferences.filter]
  const given = search.get('sort')
  // Older addresses name only the order of the due dates.
  const orderOnly = sortOrders.find((known) => known === given)
  const by = orderOnly ? 'due' : (sortKeys.find((known) => known === given) ?? sortBy)
  const order = orderOnly ?? sortOrders.find((known) => known === search.get('order')) ?? orderFor(by, preferences)
  return {
    filter,
    sort: { by, order },
    grouping: groupings.find((known) => known === search.get('group')) ?? grouping,
    hidden: valuesIn(search.get('hide'), hiddenNames),
    density: densities.find((known) => known === search.get('density')) ?? 'compact',
    calendar: {
      range: calendarRanges.find((known) => known === search.get('range')) ?? 'month',
      on: placeIn(search.get('on') ?? ''),
    },
  }
}

/** A month or a day; undefined for anything else. */
const placeIn = (text: string) => (parseDay(`${text}-01`) ? text : parseDay(text))

/** The address of a view after a change. Defaults are left out, so that the address of an unchanged view stays short. */
export function writeView(before: URLSearchParams, change: Partial<ViewSettings>, defaults: ViewDefaults) {
  const { filter, sort, grouping, hidden, density, calendar } = { ...readView(before, defaults), ...change }
  const { preferences, sortBy = 'due' } = defaults
  const isPreferred = filter.status.join() === preferences.filter
  const isUsual = sort.by === sortBy && sort.order === orderFor(sortBy, preferences)
  const values: Record<string, string> = {
    ...Object.fromEntries(allKeys.map((key) => [key, filter[key].join()])),
    status: isPreferred ? '' : filter.status.join() || anyStatus,
    q: filter.q,
    sort: isUsual ? '' : sort.by,
    order: isUsual || sort.order === orderFor(sort.by, preferences) ? '' : sort.order,
    group: grouping === defaults.grouping ? '' : grouping,
    hide: hidden.join(),
    density: density === 'compact' ? '' : density,
    range: calendar.range === 'month' ? '' : calendar.range,
    on: calendar.on ?? '',
  }
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(values)) {
    if (value) after.set(name, value)
    else after.delete(name)
  }
  return after
}
