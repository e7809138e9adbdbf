import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from './printing.ts'
import { heightOf, layOut, rowAt, rowsBetween, startOf, stepToShow } from './row-layout.ts'
import { useRowHeights } from './use-row-heights.ts'

interface Options {
  /** The heights of all rows, as far as they are known without measuring. */
  heights: readonly number[]
  /** Identifies a row, so that its measured height is kept when it moves. */
  keyOf?: (index: number) => string | number
  /** The height of the parts that cover the top and the bottom of the window, in pixels. */
  scrollPadding: { start: number; end: number }
  /** The space after each measured row, in pixels. */
  gap?: number
  /** Where the first row begins in the page. */
  top: number
  /** The number of rows beyond the window while the user scrolls. */
  rowsAhead: number
  /** Rows that stay in the page wherever the user scrolls: one with unsaved text, and one that is dragged. */
  keptRows?: readonly number[]
}

/** The user has stopped scrolling after this time. */
const restMs = 150
/** Rows that come into the window may be measured then, and move the others. */
const framesToSettle = 3
const noRows: readonly number[] = []
const itself = (index: number) => index

/**
 * The rows of a long list that are in the window. Draws more of them while the user scrolls: at rest they would only make every filter and
 * search slower. A row that turns out to be higher or lower than expected, above the window, does not move those in it. A window at the end
 * of the page stays there.
 */
export function useVirtualRows({
  heights,
  keyOf = itself,
  scrollPadding,
  gap = 0,
  top,
  rowsAhead,
  keptRows = noRows,
}: Options) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  /** Each measurement makes a new object. */
  const [measured, setMeasured] = useState(() => ({ heights: new Map<string | number, number>() }))
  /** Read while rendering: it changes with every step of a scroll, and most steps show the same rows. */
  const [view] = useState(() => ({
    top: window.scrollY,
    height: window.innerHeight,
    isScrolling: false,
    target: -1,
    staysAtEnd: false,
  }))
  const layout = useMemo(
    () => layOut(heights, (index) => measured.heights.get(keyOf(index))),
    [heights, keyOf, measured],
  )
  const isPrinting = usePrinting()
  const rowsNow = () => {
    if (isPrinting) return heights.map((_, index) => index)
    const from = view.top - top
    return rowsBetween(layout, [from, from + view.height - 1], view.isScrolling ? rowsAhead : 1, keptRows)
  }
  const rows = rowsNow()
  const shown = rows.join()

  const onMove = useEffectEvent(() => {
    view.top = window.scrollY
    view.height = window.innerHeight
    // At once: the rows must be there when the browser paints the next step.
    if (rowsNow().join() !== shown) flushSync(render)
  })
  useLayoutEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(rest)
      rest = setTimeout(() => {
        view.isScrolling = false
        onMove()
      }, restMs)
      view.isScrolling = true
      onMove()
    }
    const onResize = () => onMove()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onResize)
    return () => {
      clearTimeout(rest)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onResize)
    }
  }, [view])

  const resize = useEffectEvent((index: number, px: number) => {
    // The heights on paper say nothing about the window.
    if (isPrinting) return
    const step = px - heightOf(layout, index)
    if (!step || index >= layout.count) return
    measured.heights.set(keyOf(index), px)
    if (isAtEnd()) view.staysAtEnd = true
    else if (startOf(layout, index) + top < view.top) {
      view.top += step
      window.scrollBy(0, step)
    }
    setMeasured(({ heights }) => ({ heights }))
  })
  useLayoutEffect(() => {
    if (!view.staysAtEnd) return
    view.staysAtEnd = false
    // As far as the page goes.
    window.scrollTo(0, top + startOf(layout, layout.count))
  }, [view, layout, top])
  const { measure, measureAgain } = useRowHeights((index, px) => {
    if (px) resize(index, px + gap)
  })
  /** Forgets all heights, because they were those of another width. */
  const remeasure = useCallback(() => {
    setMeasured({ heights: new Map() })
    measureAgain()
  }, [measureAgain])

  const settle = useEffectEvent((index: number, frames: number) => {
    if (view.target !== index) return
    const row = { start: startOf(layout, index) + top, end: startOf(layout, index + 1) + top }
    const step = stepToShow(row, { top: window.scrollY, height: window.innerHeight }, scrollPadding)
    if (step) window.scrollBy(0, step)
    if (frames) requestAnimationFrame(() => settle(index, frames - 1))
  })
  /** Scrolls until a row is in the window. */
  const scrollToRow = (index: number) => {
    view.target = index
    settle(index, framesToSettle)
  }
  return {
    /** Whether all rows are shown for a printer, which places them itself. */
    isPrinting,
    rows: rows.map((index) => ({ index, key: keyOf(index), y: startOf(layout, index) })),
    totalPx: startOf(layout, layout.count),
    /** The distance of a row, or of the end, from the top of the list. */
    startOf: (index: number) => startOf(layout, index),
    /** The row whose upper edge is nearest to a distance from the top of the list, or the number of rows for the end of the last one. */
    rowAt: (y: number) => {
      const row = rowAt(layout, y)
      return layout.count && y > startOf(layout, row) + heightOf(layout, row) / 2 ? row + 1 : row
    },
    scrollToRow,
    /** The ref of the elements of a row, which have its `data-index`. */
    measure,
    remeasure,
  }
}

/** Whether the user has scrolled to the end of the page. */
const isAtEnd = () =>
  window.scrollY > 0 && window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
