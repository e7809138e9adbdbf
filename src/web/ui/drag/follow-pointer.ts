import { startAutoScroll } from './auto-scroll.ts'
import { ignoreClick, ignoreClickOnRelease } from './ignored-click.ts'
import type { Point, Press } from './press.ts'

interface Options {
  /** The element that receives the events of the pointer, wherever it is. */
  box: HTMLElement
  press: Press
  start: Point
  /** Called for every move, and when something below the pointer was scrolled. */
  onMove: (point: Point) => void
  onDrop: () => void
  onCancel: () => void
}

/** Follows a pointer that drags, until it is lifted. Returns a function that stops it. */
export function followPointer({ box, press: { pointerId }, start, onMove, onDrop, onCancel }: Options): () => void {
  let point = start
  let isReleased = false
  const listeners = new AbortController()
  const stopScrolling = startAutoScroll(
    () => point,
    () => onMove(point),
  )
  const stop = () => {
    stopScrolling()
    listeners.abort()
    if (!isReleased) ignoreClickOnRelease()
    if (box.hasPointerCapture(pointerId)) box.releasePointerCapture(pointerId)
  }
  const isOwn = (event: PointerEvent) => event.pointerId === pointerId
  const { signal } = listeners
  const cancel = () => onCancel()
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!isOwn(event)) return
      point = { x: event.clientX, y: event.clientY }
      onMove(point)
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    (event) => {
      if (!isOwn(event)) return
      isReleased = true
      ignoreClick()
      onMove({ x: event.clientX, y: event.clientY })
      onDrop()
    },
    { signal },
  )
  window.addEventListener('pointercancel', (event) => isOwn(event) && cancel(), { signal })
  // The element that a finger has touched loses it to the box first.
  box.addEventListener('lostpointercapture', (event) => event.target === box && isOwn(event) && cancel(), { signal })
  // The address bar of a phone changes the height while the page scrolls.
  const width = window.innerWidth
  window.addEventListener('resize', () => window.innerWidth !== width && cancel(), { signal })
  document.addEventListener('visibilitychange', () => document.hidden && cancel(), { signal })
  box.setPointerCapture(pointerId)
  return stop
}
