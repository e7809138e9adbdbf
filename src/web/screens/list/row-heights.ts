import type { Density } from '../../../contract/task-lists/view-address.ts'
import { titleWidthIn } from '../../tasks/title-width.ts'
import type { Item } from './items.ts'

const rowPx = { compact: 36, roomy: 44, wideGroup: 36, group: 44, oneLine: 61, twoLines: 81 }
/** The height of a placeholder. */
export const skeletonPx = (isWide: boolean, density: Density) => (isWide ? rowPx[density] : rowPx.oneLine)

/** The ring before a title, and the margin after it. */
const besideTitlePx = 68
const titleWidth = titleWidthIn('15px "Geist Variable"')

interface Look {
  isWide: boolean
  density: Density
  listPx: number
}

/** About the height of a row in a list of this width. A row of a narrow screen is measured once it is shown. */
export function rowHeight({ task }: Item, { isWide, density, listPx }: Look): number {
  if (isWide) return task ? rowPx[density] : rowPx.wideGroup
  if (!task) return rowPx.group
  return listPx && titleWidth(task) > listPx - besideTitlePx ? rowPx.twoLines : rowPx.oneLine
}
