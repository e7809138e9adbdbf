import type { Point } from './press.ts'

export type Way = 'up' | 'down' | 'left' | 'right'

const ways: Record<string, Way> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }
const mirrored = { up: 'up', down: 'down', left: 'right', right: 'left' } as const
/** Keys that would leave the dragged item or scroll it out of sight. */
const idle = ['Tab', 'PageUp', 'PageDown', 'Home', 'End']

interface Modified {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

export const hasModifier = ({ ctrlKey, metaKey, shiftKey, altKey }: Modified) =>
  ctrlKey || metaKey || shiftKey || altKey

/** The meaning of a key for a drag: a way, a drop, or nothing. Undefined for a key that keeps its usual effect. */
export function meaningOf(event: KeyboardEvent, box: Element): Way | 'drop' | 'nothing' | undefined {
  const way = ways[event.key]
  if (way) return getComputedStyle(box).direction === 'rtl' ? mirrored[way] : way
  if (event.key === ' ' || event.key === 'Enter') return event.repeat ? 'nothing' : 'drop'
  return idle.includes(event.key) ? 'nothing' : undefined
}

/** Ends a drag by keys when the user turns to something else. Returns a function that stops it. */
export function endOutside(box: Element, onEnd: () => void): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  window.addEventListener('pointerdown', onEnd, { signal, capture: true })
  window.addEventListener('resize', onEnd, { signal })
  document.addEventListener('visibilitychange', onEnd, { signal })
  document.addEventListener('focusin', ({ target }) => !box.contains(target as Node) && onEnd(), { signal })
  return () => listeners.abort()
}

/** The point of the place where a drag by keys would drop. Scrolls to it. */
export function revealTarget(box: Element): Point | undefined {
  const target = box.querySelector('[data-drop-mark]') ?? box.querySelector('[data-over]')
  target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const at = target?.getBoundingClientRect()
  return at && { x: at.left + besidePx, y: at.top + besidePx }
}
/** Next to the mark of the place, which stays visible. */
const besidePx = 8
