import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type Filter, filterTasks, meantWords, noFilter } from '../../contract/task-lists/filter.ts'
import { type Grouping, groupTasks } from '../../contract/task-lists/group.ts'
import { parseSearch } from '../../contract/task-lists/parse-search.ts'
import { divideByPlace, type Place } from '../../contract/task-lists/places.ts'
import { sortTasks } from '../../contract/task-lists/sort.ts'
import type { SortKey } from '../../contract/task-lists/sort-keys.ts'
import { readView, type ViewSettings, writeView } from '../../contract/task-lists/view-address.ts'
import { type Status, statuses } from '../../contract/tasks.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { revalidate, useDeck } from '../deck/current-deck.ts'
import { useShownMatches } from '../tasks/note-matches.ts'
import { prepareSearch } from '../tasks/prepare-search.ts'
import { useToday } from '../tasks/today.ts'
import { addressOf, recordChange } from './opened-view.ts'

export interface View extends ViewSettings {
  set: (change: Partial<ViewSettings>) => void
  setFilter: (change: Partial<Filter>) => void
  /** Searches at once; the address follows after a short delay. */
  setSearch: (q: string) => void
  clear: () => void
  /** Shows the tasks as the view at an address does: its order, groups, density and columns. */
  resetDisplay: (address: string) => void
}

/** How long the user must pause before the address follows the search. */
const addressDelayMs = 200

/** The settings of a view. They are in the address, so that a reload, the back button and every other view keep them. */
export function useView(defaultGrouping: Grouping = 'none', sortBy: SortKey = 'due'): View {
  const { preferences } = useSignedIn()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const { state: navigation } = useNavigation()
  const defaults = useMemo(
    () => ({ preferences, grouping: defaultGrouping, sortBy }),
    [preferences, defaultGrouping, sortBy],
  )
  const settings = useMemo(() => readView(search, defaults), [search, defaults])
  const { q: given } = settings.filter
  const { q, type, sent } = useTyped(given)
  // The same object while its content is the same: another month or sort order does not filter the tasks again.
  const key = JSON.stringify(settings.filter)
  const filter = useMemo((): Filter => ({ ...JSON.parse(key), q }), [key, q])

  // Rendered at once, so that a second change that follows immediately starts from there.
  const change = (values: Partial<ViewSettings>, replace: boolean) =>
    setSearch(
      (before) => {
        const after = writeView(before, values, defaults)
        recordChange(addressOf(pathname, before), addressOf(pathname, after))
        return after
      },
      { preventScrollReset: true, replace, flushSync: true },
    )
  const follow = useEffectEvent((text: string) => {
    sent(text)
    change({ filter: { ...filter, q: text } }, true)
  })
  // A change of the address would cancel the opening of a task whose code still loads.
  const isBehind = q !== given && navigation === 'idle'
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(follow, addressDelayMs, q)
    return () => clearTimeout(timer)
  }, [isBehind, q])

  const set = (values: Partial<ViewSettings>) => {
    change({ filter, ...values }, false)
    // Another month has the same tasks.
    if (values.calendar) return
    const { status } = values.filter ?? filter
    revalidate(status.length === 1 ? (status[0] ?? '') : '')
  }
  return {
    ...settings,
    filter,
    set,
    setFilter: (values) => set({ filter: { ...filter, ...values } }),
    setSearch: type,
    resetDisplay: (address) => {
      const { sort, grouping, hidden, density } = readView(new URLSearchParams(address.split('?')[1] ?? ''), defaults)
      change({ filter, sort, grouping, hidden, density }, false)
    },
    clear: () => {
      type(undefined)
      change({ filter: noFilter }, false)
    },
  }
}

/** The text in the search field: ahead of the address while the user types. A link or the back button overrides it. */
function useTyped(given: string) {
  const [typed, setTyped] = useState<string>()
  /** Texts that are on their way to the address. */
  const [sending, setSending] = useState<readonly string[]>([])
  const [known, setKnown] = useState(given)
  if (given !== known) {
    setKnown(given)
    const place = sending.indexOf(given)
    setSending(sending.slice(place + 1))
    if (place < 0) setTyped(undefined)
  }
  return {
    q: typed ?? given,
    type: setTyped,
    sent: (text: string) => setSending((before) => [...before, text]),
  }
}

export interface Shown {
  isReady: boolean
  error: unknown
  /** All tasks of the user, whatever the filter. */
  all: Task[]
  /** The tasks that match the filter, sorted. */
  tasks: Task[]
  /** The tasks that match it too, but that the view leaves in Later. */
  later: Task[]
  /** How many tasks each status would show; `all` without a filter by status. */
  counts: Record<Status | 'all', number>
  /** The searched words, to highlight them. */
  words: string[]
}

/** The tasks that a view of a place shows. A search for words sorts by relevance. */
export function useShown({ filter, sort }: Pick<View, 'filter' | 'sort'>, place: Place = 'tasks'): Shown {
  const { weekStart } = useSignedIn().preferences
  const { isReady, tasks: all, error } = useDeck()
  const today = useToday()
  const { by, order } = sort
  // Sorted before they are filtered, so that another filter costs no sorting.
  const sorted = useMemo(() => sortTasks(all, { by, order }), [all, by, order])
  const inNotes = useShownMatches(filter.q)
  const matching = useMemo(() => {
    const found = filterTasks(sorted, { ...filter, status: [] }, { today, weekStart }, inNotes)
    return divideByPlace(found, { place, filter, today, all })
  }, [sorted, all, filter, today, weekStart, place, inNotes])
  const counts = useMemo(() => countByStatus(matching.shown), [matching])
  const shown = useMemo(() => {
    const { status, q } = filter
    const words = meantWords(parseSearch(q).words, matching.shown)
    const withStatus = (tasks: Task[]) => (status.length ? tasks.filter((task) => status.includes(task.status)) : tasks)
    return { words, tasks: withStatus(matching.shown), later: withStatus(matching.later) }
  }, [matching, filter])
  useEffect(() => prepareSearch(all), [all])
  return { isReady, error, all, counts, ...shown }
}

function countByStatus(tasks: Task[]): Shown['counts'] {
  const counts = { all: tasks.length, ...Object.fromEntries(statuses.map((status) => [status, 0])) } as Shown['counts']
  for (const { status } of tasks) counts[status]++
  return counts
}

/** The shown tasks in groups. */
export function useGroups(tasks: Task[], grouping: Grouping) {
  const { weekStart } = useSignedIn().preferences
  const today = useToday()
  return useMemo(() => groupTasks(tasks, grouping, { today, weekStart }), [tasks, grouping, today, weekStart])
}
