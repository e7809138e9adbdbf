import { type RefObject, useLayoutEffect } from 'react'

const gapPx = 6
const marginPx = 8

/** At the start or the end of the anchor, below it, or beside it. */
export type Placing = 'start' | 'end' | 'beside'

/** An element of the page, or a place in one. */
export interface Anchor {
  getBoundingClientRect: () => DOMRect
}

/** Keeps a panel at its anchor, also while the page scrolls: sets `--panel-top` and `--panel-left`. */
export function usePlacement(panel: RefObject<HTMLElement | null>, anchor: Anchor | null, placing: Placing = 'start') {
  useLayoutEffect(() => {
    const place = () => placeAt(panel.current, anchor, placing)
    place()
    const observer = new ResizeObserver(place)
    if (panel.current) observer.observe(panel.current)
    window.addEventListener('scroll', place, { passive: true, capture: true })
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [panel, anchor, placing])
}

/** Below the anchor, or above it if there is more room; always inside the window. A sheet is placed by its styles. */
function placeAt(panel: HTMLElement | null, anchor: Anchor | null, placing: Placing) {
  if (!panel || !anchor) return
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const { clientWidth, clientHeight } = document.documentElement
  const roomBelow = clientHeight - at.bottom - gapPx - marginPx
  const isAbove = height > roomBelow && at.top > clientHeight - at.bottom
  const isBeside = placing === 'beside'
  const isBefore = at.right + gapPx + width + marginPx > clientWidth && at.left - gapPx - width >= marginPx
  const top = isBeside ? at.top : isAbove ? at.top - gapPx - height : at.bottom + gapPx
  const beside = isBefore ? at.left - gapPx - width : at.right + gapPx
  const left = isBeside ? beside : placing === 'end' ? at.right - width : at.left
  const within = (value: number, max: number) => Math.max(marginPx, Math.min(value, max - marginPx))
  panel.style.setProperty('--panel-top', `${within(top, clientHeight - height)}px`)
  panel.style.setProperty('--panel-left', `${within(left, clientWidth - width)}px`)
}
