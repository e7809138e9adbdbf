import { useWindowHeight } from '../../ui/use-window.ts'

const weekdaysPx = 32
const marginPx = 24
/** Room for a date and two titles of two lines. */
const minRowPx = 106

/** The height of a week, so that the calendar fills the window below its top. */
export function useRowHeight(top: number, weeks: number): number {
  const height = useWindowHeight()
  return Math.max(minRowPx, Math.floor((height - top - weekdaysPx - marginPx) / weeks))
}
