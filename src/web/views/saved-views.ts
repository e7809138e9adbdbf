import type { SavedView } from '../../contract/schemas/views.ts'
import { placeViews, taskViews } from '../navigation/paths.ts'

/** The views in the order in which they are shown and numbered: pinned ones first. */
export function orderedViews(views: SavedView[]): SavedView[] {
  return [...views.filter(({ pinned }) => pinned), ...views.filter(({ pinned }) => !pinned)]
}

/** The place of a view among all, as the server counts it, after a step up or down in the shown order. Undefined if it stays. */
export function placeAfterStep(views: SavedView[], view: SavedView, step: 1 | -1): number | undefined {
  const shown = orderedViews(views)
  const neighbour = shown[shown.findIndex(({ id }) => id === view.id) + step]
  if (!neighbour || neighbour.pinned !== view.pinned) return undefined
  return views.findIndex(({ id }) => id === neighbour.id)
}

/** Whether two addresses show the same: the order of their parts and the shown month do not matter. */
export function isSameView(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(address: string): string {
  const [path, search] = address.split('?')
  const values = new URLSearchParams(search)
  values.delete('on')
  values.sort()
  return `${path}?${values}`
}

/** Whether an address leads to a view of tasks, so that it can be saved and its tasks can be counted. */
export function isTaskView(address: string): boolean {
  const [path = ''] = address.split('?')
  return [...taskViews, ...placeViews].includes(path)
}
