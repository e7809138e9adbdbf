import type { Task } from '../../../contract/schemas/tasks.ts'
import { titleWidthIn } from '../../tasks/title-width.ts'

const cardPx = { wide: 148, narrow: 92 }
const linePx = 20
/** The ring before a title, and the number after it. */
const besideTitlePx = 104

const titleWidth = titleWidthIn('600 15px "Geist Variable"')

/** About the height of a row of cards. Those of a narrow screen show whole titles, and are measured once they are shown. */
export function cardHeight(tasks: readonly Task[], size: keyof typeof cardPx, cardWidth: number): number {
  if (size === 'wide' || cardWidth <= besideTitlePx) return cardPx[size]
  const lines = tasks.map((task) => Math.ceil(titleWidth(task) / (cardWidth - besideTitlePx)))
  return cardPx.narrow + (Math.max(1, ...lines) - 1) * linePx
}
