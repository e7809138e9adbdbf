import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'

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
  return useWindowVirtualizer({
    ...options,
    overscan: isScrolling ? rowsAhead : 1,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const kept = keptRows.filter((row) => !shown.includes(row))
      return kept.length ? [...shown, ...kept].sort((a, b) => a - b) : shown
    },
    onChange: (rows) => setScrolling(rows.isScrolling),
  })
}
