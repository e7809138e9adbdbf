import { useWindowHeight } from '../../ui/use-window.ts'

const weekdaysPx = 32
const marginPx = 24
/** Room for a date and two titles of two lines. */
const minRowPx = 106

/** The height of a week that is over and had nothing. */
export const emptyRowPx = 32

/** The height of the other weeks, so that the calendar fills the window below its top. */
export function useRowHeight(top: number, weeks: number, empty: number): number {
  const height = useWindowHeight()
  const room = height - top - weekdaysPx - marginPx - empty * emptyRowPx
  return Math.max(minRowPx, Math.floor(room / Math.max(1, weeks - empty)))
}
