import { useSyncExternalStore } from 'react'

const weekdaysPx = 32
const marginPx = 24
/** Room for a date and two titles of two lines. */
const minRowPx = 106

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The height of a week, so that the calendar fills the window below its top. */
export function useRowHeight(top: number, weeks: number): number {
  const height = useSyncExternalStore(onResize, () => window.innerHeight)
  return Math.max(minRowPx, Math.floor((height - top - weekdaysPx - marginPx) / weeks))
}
