import { paths } from '../navigation/paths.ts'
import { shareParameters } from '../quick-add/shared-text.ts'

/**
 * A share opens the page with a query, because a manifest cannot put it behind the #. Moves it to the route of a new task, before the router
 * reads the address.
 */
export function routeShare() {
  const { search, pathname } = window.location
  const shared = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => shareParameters.includes(name)),
  )
  if (shared.size) window.history.replaceState(null, '', `${pathname}#${paths.newTask}?${shared}`)
}
