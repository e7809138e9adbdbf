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

/** Whether an address leads to a view of tasks, so that it can be saved and its tasks can be counted. */
export function isTaskView(address: string): boolean {
  const [path = ''] = address.split('?')
  return [...taskViews, ...placeViews].includes(path)
}
