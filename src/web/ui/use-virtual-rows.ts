import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { heightOf, layOut, rowAt, rowsBetween, startOf, stepToShow } from './row-layout.ts'

interface Options {
  /** The heights of all rows, as far as they are known without measuring. */
  heights: readonly number[]
  /** Identifies a row, so that its measured height is kept when it moves. */
  keyOf?: (index: number) => string | number
  /** The height of the parts that cover the top and the bottom of the window, in pixels. */
  scrollPadding: { start: number; end: number }
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
export function useVirtualRows({ heights, keyOf = itself, scrollPadding, top, rowsAhead, keptRows = noRows }: Options) {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const [measured] = useState(() => new Map<string | number, number>())
  const [elements] = useState(() => new Set<HTMLElement>())
  /** Read while rendering: it changes with every step of a scroll, and most steps show the same rows. */
  const [view] = useState(() => ({
    top: window.scrollY,
    height: window.innerHeight,
    isScrolling: false,
    target: -1,
    staysAtEnd: false,
  }))
  const [changes, remake] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the measured heights have changed.
  const layout = useMemo(
    () => layOut(heights, (index) => measured.get(keyOf(index))),
    [heights, keyOf, measured, changes],
  )
  const rowsNow = () => {
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
    const step = px - heightOf(layout, index)
    if (!step || index >= layout.count) return
    measured.set(keyOf(index), px)
    if (isAtEnd()) view.staysAtEnd = true
    else if (startOf(layout, index) + top < view.top) {
      view.top += step
      window.scrollBy(0, step)
    }
    remake()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has its new height when there is another layout.
  useLayoutEffect(() => {
    if (!view.staysAtEnd) return
    view.staysAtEnd = false
    window.scrollTo(0, document.documentElement.scrollHeight)
  }, [view, layout])
  const resizeRow = useCallback((index: number, px: number) => resize(index, px), [])
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        for (const { target } of entries) measureRow(target as HTMLElement, resizeRow)
      }),
  )
  /** The ref of a row that is measured, which has its `data-index`. */
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      elements.add(element)
      observer.observe(element)
      return () => {
        elements.delete(element)
        observer.unobserve(element)
      }
    },
    [elements, observer],
  )
  /** Forgets all heights, because they were those of another width. */
  const remeasure = useCallback(() => {
    measured.clear()
    remake()
    observer.disconnect()
    for (const element of elements) observer.observe(element)
  }, [measured, observer, elements])

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
    resizeRow,
    measure,
    remeasure,
  }
}

/** Whether the user has scrolled to the end of the page. */
const isAtEnd = () =>
  window.scrollY > 0 && window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1

const measureRow = (element: HTMLElement, resize: (index: number, px: number) => void) => {
  if (element.isConnected) resize(Number(element.dataset.index), element.offsetHeight)
}
