import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'

interface Options {
  count: number
  estimateSize: (index: number) => number
  getItemKey?: (index: number) => string | number
  /** The height of the parts that cover the top and the bottom of the window, in pixels. */
  scrollPaddingStart: number
  scrollPaddingEnd: number
  /** Where the first row begins in the page. */
  scrollMargin: number
  /** The number of rows beyond the window while the user scrolls. */
  rowsAhead: number
  /** Rows that stay in the page wherever the user scrolls: one with unsaved text, and one that is dragged. */
  keptRows?: readonly number[]
}

/**
 * The rows of a long list that are in the window. Draws more of them while the user scrolls: at rest they would only make every filter and
 * search slower.
 */
export function useVirtualRows({ rowsAhead, keptRows = [], ...options }: Options) {
  const [isScrolling, setScrolling] = useState(false)
  const rows = useWindowVirtualizer({
    ...options,
    overscan: isScrolling ? rowsAhead : 1,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const kept = keptRows.filter((row) => !shown.includes(row))
      return kept.length ? [...shown, ...kept].sort((a, b) => a - b) : shown
    },
    onChange: (rows) => setScrolling(rows.isScrolling),
  })
  /** The distance of a row, or of the end, from the top of the list. */
  const startOf = (index: number) =>
    (rows.measurementsCache[index]?.start ?? rows.options.scrollMargin + rows.getTotalSize()) -
    rows.options.scrollMargin
  /** The row whose upper edge is nearest to a distance from the top of the list, or the number of rows for the end of the last one. */
  const rowAt = (y: number) => {
    const row = rows.getVirtualItemForOffset(Math.max(0, y) + rows.options.scrollMargin)
    if (!row) return 0
    return y > startOf(row.index) + row.size / 2 ? row.index + 1 : row.index
  }
  /** Forgets all heights, because they were those of another width. */
  const remeasure = useCallback(() => {
    rows.measure()
    for (const row of rows.elementsCache.values()) rows.measureElement(row)
  }, [rows])
  return Object.assign(rows, { startOf, rowAt, remeasure })
}
