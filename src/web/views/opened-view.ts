import { useLocation } from 'react-router'
import type { SavedView } from '../../contract/schemas/views.ts'
import { useSavedViews } from '../saved-views/queries.ts'
import { createUserCell } from '../ui/client-state.ts'
import { isSameView } from './saved-views.ts'

/** Enough for every change that a user may want to take back. */
const maxOrigins = 100

/** The address before each change of a view, by the one after it: the saved view there is still the one that the user works in. */
const origins = createUserCell<ReadonlyMap<string, string>>(new Map())

export const addressOf = (path: string, search: URLSearchParams) => (search.size ? `${path}?${search}` : path)

/** Records that a view was changed: its address before, and after. */
export function recordChange(before: string, after: string) {
  origins.update((known) => {
    const others = [...known].filter(([address]) => address !== after)
    return new Map([...others, [after, before] as const].slice(-maxOrigins))
  })
}

/** Forgets that an address was made by changing a view: the user goes there directly. */
export function forgetChange(address: string) {
  origins.update((known) => new Map([...known].filter(([changed]) => changed !== address)))
}

/** The saved view at an address, or the one that was changed into it. */
export function useSavedAt(address: string): { saved: SavedView; isChanged: boolean } | undefined {
  const views = useSavedViews()
  const saved = origins.useDerived((known) => nearest(views, known, address))
  return saved && { saved, isChanged: !isSameView(saved.address, address) }
}

/** Goes back change by change, until there is a saved view. */
function nearest(views: SavedView[], known: ReadonlyMap<string, string>, address: string): SavedView | undefined {
  const passed = new Set<string>()
  for (let at: string | undefined = address; at !== undefined && !passed.has(at); at = known.get(at)) {
    const place = at
    const saved = views.find((view) => isSameView(view.address, place))
    if (saved) return saved
    passed.add(at)
  }
  return undefined
}

/** The saved view that is on the screen. */
export function useOpenedView() {
  const { pathname, search } = useLocation()
  return useSavedAt(pathname + search)
}
