import type { Point } from './press.ts'

/** Near these edges, dragging scrolls. The bars of the page cover the window at the top and at the bottom. */
const edgePx = { page: 120, side: 48, box: 48 }
const maxPxPerMs = 1
/** After a long pause, nothing jumps. */
const maxStepMs = 100

/** Scrolls the page and the boxes below a pointer while it is near their edges. Calls `onScroll` when something was scrolled. */
export function startAutoScroll(pointer: () => Point, onScroll: () => void): () => void {
  let last = performance.now()
  const step = (now: number) => {
    const point = pointer()
    const maxPx = maxPxPerMs * Math.max(0, Math.min(now - last, maxStepMs))
    last = now
    const scrolled = scrollersAt(point).map((scroller) => scroll(scroller, point, maxPx))
    if (scrolled.includes(true)) onScroll()
    frame = requestAnimationFrame(step)
  }
  let frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

const page = () => document.scrollingElement ?? document.documentElement

/** The page, and the boxes with scroll bars around what is at a point. Over a bar of places at the edge, nothing scrolls. */
function scrollersAt({ x, y }: Point): Element[] {
  if (document.elementFromPoint(x, y)?.closest('[data-drop-bar]')) return []
  const found: Element[] = []
  for (let at = document.elementFromPoint(x, y); at && at !== document.body && at !== page(); at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at)
    if (/auto|scroll/.test(overflowX + overflowY)) found.push(at)
  }
  return [...found, page()]
}

function scroll(scroller: Element, { x, y }: Point, maxPx: number): boolean {
  const isPage = scroller === page()
  const { left, top, right, bottom } = isPage ? windowBox() : scroller.getBoundingClientRect()
  const before = [scroller.scrollLeft, scroller.scrollTop]
  const dx = speed(x, left, right, isPage ? edgePx.side : edgePx.box)
  const dy = speed(y, top, bottom, isPage ? edgePx.page : edgePx.box)
  if (!dx && !dy) return false
  scroller.scrollBy({ left: dx * maxPx, top: dy * maxPx, behavior: 'instant' })
  return scroller.scrollLeft !== before[0] || scroller.scrollTop !== before[1]
}

const windowBox = () => ({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight })

/** How fast to scroll, from -1 to 1: the nearer the pointer is to an edge, the faster. */
function speed(at: number, start: number, end: number, edge: number): number {
  const [fromStart, fromEnd] = [at - start, end - at]
  const near = (distance: number) => Math.max(minSpeed, Math.min(1, (edge - distance) / edge))
  if (fromStart < edge && fromStart <= fromEnd) return -near(fromStart)
  return fromEnd < edge ? near(fromEnd) : 0
}
const minSpeed = 0.1
