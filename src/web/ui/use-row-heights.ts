import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Measures rows that consist of several elements side by side, each with the `data-index` of its row: a row is as high as the highest of them.
 * Returns the ref for the elements, and a function that measures all of them again.
 */
export function useRowHeights(onHeight: (index: number, px: number) => void) {
  const latest = useRef(onHeight)
  useEffect(() => {
    latest.current = onHeight
  })
  const [elements] = useState(() => new Set<HTMLElement>())
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        const heights = new Map<string | undefined, number>()
        for (const { dataset, offsetHeight } of elements)
          heights.set(dataset.index, Math.max(offsetHeight, heights.get(dataset.index) ?? 0))
        for (const index of new Set(entries.map(({ target }) => (target as HTMLElement).dataset.index)))
          latest.current(Number(index), heights.get(index) ?? 0)
      }),
  )
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
  const measureAgain = useCallback(() => {
    observer.disconnect()
    for (const element of elements) observer.observe(element)
  }, [elements, observer])
  return { measure, measureAgain }
}
