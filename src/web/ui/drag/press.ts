export interface Point {
  x: number
  y: number
}

/** A pointer that was pressed at a point. */
export interface Press extends Point {
  pointerId: number
}

/** A finger that moves less than this rests. */
export const slackPx = 10

interface Ends {
  /** Called once, when the pointer has moved this far. */
  onMoved: (point: Point) => void
  /** Called if it was lifted or taken away before. */
  onEnded?: () => void
}

/** Watches a pressed pointer until it has moved away from where it was pressed. Returns a function that stops it. */
export function watchPress({ pointerId, x, y }: Press, px: number, { onMoved, onEnded }: Ends): () => void {
  const listeners = new AbortController()
  const stop = () => listeners.abort()
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== pointerId || Math.hypot(event.clientX - x, event.clientY - y) < px) return
    stop()
    onMoved({ x: event.clientX, y: event.clientY })
  }
  const onEnd = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    stop()
    onEnded?.()
  }
  const { signal } = listeners
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onEnd, { signal })
  window.addEventListener('pointercancel', onEnd, { signal })
  return stop
}
