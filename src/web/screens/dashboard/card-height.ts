import type { Task } from '../../../contract/schemas/tasks.ts'
import { isOpen } from '../../../contract/task-lists/link-index.ts'
import { titleWidthIn } from '../../tasks/title-width.ts'

const cardPx = { wide: 148, narrow: 92 }
const linePx = 20
/** The ring before a title, and the number after it. */
const besideTitlePx = 104

const titleWidth = titleWidthIn('600 15px "Geist Variable"')

/** The line of facts of a narrow card with chips, which have no room beside its status and its date. */
const chipsPx = 25

/** Whether a task has chips: its holder, or its proof. */
export const hasChips = (task: Pick<Task, 'status' | 'claim' | 'doneWhen'>): boolean =>
  Boolean(task.doneWhen?.length) || (Boolean(task.claim) && isOpen(task))

/** About the height of a row of cards. Those of a narrow screen show whole titles, and are measured once they are shown. */
export function cardHeight(tasks: readonly Task[], size: keyof typeof cardPx, cardWidth: number): number {
  if (size === 'wide' || cardWidth <= besideTitlePx) return cardPx[size]
  const extra = tasks.map((task) => {
    const lines = Math.max(1, Math.ceil(titleWidth(task) / (cardWidth - besideTitlePx)))
    return (lines - 1) * linePx + (hasChips(task) ? chipsPx : 0)
  })
  return cardPx.narrow + Math.max(0, ...extra)
}
