import { titleWidthIn } from '../../tasks/title-width.ts'
import type { Item } from './items.ts'

const rowPx = { wide: 36, group: 44, oneLine: 61, twoLines: 81 }
/** The height of a placeholder. */
export const skeletonPx = (isWide: boolean) => (isWide ? rowPx.wide : rowPx.oneLine)

/** The ring before a title, and the margin after it. */
const besideTitlePx = 68
const titleWidth = titleWidthIn('15px "Geist Variable"')

/** About the height of a row in a list of this width. A row of a narrow screen is measured once it is shown. */
export function rowHeight({ task }: Item, isWide: boolean, listPx: number): number {
  if (isWide) return rowPx.wide
  if (!task) return rowPx.group
  return listPx && titleWidth(task) > listPx - besideTitlePx ? rowPx.twoLines : rowPx.oneLine
}
