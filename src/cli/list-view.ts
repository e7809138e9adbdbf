import type { SavedView } from '../contract/schemas/views.ts'
import { type AmountName, amountFields } from '../contract/task-fields.ts'
import { type Filter, noFilter } from '../contract/task-lists/filter.ts'
import { type FilterKey, filterKeys, typedValue } from '../contract/task-lists/filter-keys.ts'
import { parseSearch } from '../contract/task-lists/parse-search.ts'
import { type Place, placeOf } from '../contract/task-lists/places.ts'
import type { Sort } from '../contract/task-lists/sort.ts'
import { sortKeys } from '../contract/task-lists/sort-keys.ts'
import { orderFor, readView } from '../contract/task-lists/view-address.ts'
import { cleanLabel, isLabel, sortOrders } from '../contract/tasks.ts'
import { amountOptions } from './amount-options.ts'
import { choiceOf, choicesOf, typedNames } from './choices.ts'
import type { Options, Values } from './command.ts'
import { refused, usageError } from './errors.ts'
import type { UsedPreferences } from './preferences.ts'

const many = { type: 'string', multiple: true } as const

/** The values of a key that has a list of them, for completion and help. */
function choicesFor(key: FilterKey) {
  const choices = typedNames(Object.keys(filterKeys[key].options))
  return { choices, help: listed(choices) }
}
const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The options that choose tasks. */
export const filterOptions = {
  status: { ...many, short: 's', value: 'STATUS', ...choicesFor('status') },
  priority: { ...many, short: 'p', value: 'PRIORITY', ...choicesFor('priority') },
  due: { ...many, short: 'd', value: 'WHEN', ...choicesFor('due') },
  label: { ...many, short: 'l', value: 'LABEL', help: 'Tasks with one of these labels' },
  ...amountOptions((field) => ({
    ...many,
    value: field.unit.name.toUpperCase(),
    help: `A number or a span of ${field.unit.name}, such as 3, 2..4 or 5.., or none or any`,
  })),
  files: { ...many, value: 'WHICH', ...choicesFor('files'), help: 'with or without files' },
  links: { ...many, value: 'LINKS', ...choicesFor('links') },
  kind: { ...many, value: 'KIND', ...choicesFor('kind') },
  claimed: { ...many, value: 'HOLDER', help: 'any, none, you, stale, or the name of a token that holds them' },
  'needs-you': { type: 'boolean', help: 'Tasks with a question that waits for your answer' },
  view: { type: 'string', short: 'v', value: 'NAME', help: 'The filters and sort order of a saved view' },
} as const satisfies Options
const optionKeys = ['status', 'priority', 'due', 'files', 'links', 'kind'] as const

/** The options that choose and sort tasks. */
export const listOptions = {
  ...filterOptions,
  all: { type: 'boolean', short: 'a', help: 'Completed tasks and those in Later as well' },
  later: { type: 'boolean', help: 'Tasks in Later as well: those that are snoozed or have not started' },
  sort: { type: 'string', value: 'KEY', choices: sortKeys, help: listed(sortKeys) },
  order: { type: 'string', value: 'ORDER', choices: sortOrders, help: 'asc or desc' },
  limit: { type: 'string', short: 'n', value: 'N', help: 'At most N tasks' },
} as const satisfies Options

export interface ListView {
  filter: Filter
  sort: Sort
  place: Place
  /** Whether the tasks are ranked as those to do next. */
  isRanked: boolean
}

interface Given {
  values: Values<typeof listOptions>
  words: string[]
  /** The saved view that was asked for. */
  view: SavedView | undefined
  preferences: UsedPreferences
}

/** The filters and the sort order that a command asks for. Open tasks only, unless it says otherwise. */
export function listView({ values, words, view, preferences }: Given): ListView {
  const [path, search] = view?.address.split('?') ?? []
  const sortBy = path === '/board' ? 'manual' : 'due'
  const saved = view && readView(new URLSearchParams(search), { preferences, grouping: 'none', sortBy })
  const q = [saved?.filter.q, ...words].filter(Boolean).join(' ')
  const given = {
    ...Object.fromEntries(
      optionKeys.map((key) => [key, choicesOf(values[key], Object.keys(filterKeys[key].options), `--${key}`)]),
    ),
    ...Object.fromEntries(amountFields.map(({ field }) => [field, spansOf(field, values[field])])),
    label: labelsIn(values.label),
    claimed: holdersIn(values.claimed),
    needs: values['needs-you'] ? ['you'] : [],
  }
  const chosen = Object.fromEntries(Object.entries<string[]>(given).filter(([, list]) => list.length))
  const filter: Filter = { ...(saved?.filter ?? noFilter), ...chosen, q }
  if (!view && !filter.status.length && !values.all && !saysStatus(q)) filter.status = ['Pending', 'In Progress']
  if (values.all) filter.status = []
  if (values.all || values.later) filter.later = ['shown']
  return {
    filter,
    sort: sortOf(values, saved?.sort, preferences),
    place: placeOf(path ?? ''),
    isRanked: path === '/next' && !values.sort,
  }
}

/** The spans of an option, which may be given several times, or with commas. */
function spansOf(key: AmountName, texts: readonly string[] = []): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const value = typedValue(key, text.trim().toLowerCase())
      if (value !== undefined) return value
      throw usageError(
        `--${key} cannot be “${text}”.`,
        'Use a number or a span, such as 3, 2..4, 5.. or ..1, or none or any.',
      )
    })
}

const saysStatus = (q: string) =>
  parseSearch(q).terms.some((term) =>
    'filter' in term ? term.filter === 'status' : ['open', 'completed', 'number'].includes(term.key),
  )

function sortOf({ sort, order }: Given['values'], saved: Sort | undefined, preferences: UsedPreferences): Sort {
  const by = sort === undefined ? (saved?.by ?? 'due') : choiceOf(sort, sortKeys, '--sort')
  const usual = sort === undefined && saved ? saved.order : orderFor(by, { sort: 'asc', ...(saved ? preferences : {}) })
  return { by, order: order === undefined ? usual : choiceOf(order, sortOrders, '--order') }
}

function labelsIn(texts: readonly string[] = []): string[] {
  return texts.flatMap((text) => text.split(',')).map(labelIn)
}

/** The holders of an option. */
function holdersIn(texts: readonly string[] = []): string[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const value = typedValue('claimed', text.trim().toLowerCase())
      if (value !== undefined) return value
      throw usageError('--claimed is empty.', 'Use any, none, you, stale, or the name of a token.')
    })
}

/** A label, with or without its #. */
export function labelIn(text: string): string {
  const label = text.trim().replace(/^#/, '')
  if (!isLabel(label)) throw usageError(`“${text}” cannot be a label.`, 'Use letters, digits, - and _.')
  return cleanLabel(label)
}

/** The saved view with this name, whatever its letter case. */
export function viewNamed(views: readonly SavedView[], name: string): SavedView {
  const wanted = name.toLowerCase()
  const found =
    views.find((view) => view.name.toLowerCase() === wanted) ??
    views.find((view) => view.name.toLowerCase().startsWith(wanted))
  if (found) return found
  const names = views.map((view) => `“${view.name}”`).join(', ')
  throw refused(
    `You have no saved view named “${name}”.`,
    names ? `Your views: ${names}.` : 'Save views in the web app: open a view and choose Save view.',
  )
}
