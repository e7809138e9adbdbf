import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'

/** The navigation bar, the header row and the heading of the column cover the top of the window. */
const coveredPx = 150

/**
 * Keeps the cards of a column where the user reads them when others come above: the column moves up by their height, behind its heading,
 * and comes down again while the user scrolls to the top. Scrolling the page instead would move the other columns. Another view starts anew.
 */
export function useStillCards(tasks: Task[], view: string) {
  const list = useRef<HTMLUListElement>(null)
  const known = useRef<{ view: string; ids: ReadonlySet<string | undefined> }>(undefined)
  const hiddenPx = useRef(0)
  const place = useCallback(() => {
    if (!window.scrollY) hiddenPx.current = 0
    const px = Math.min(hiddenPx.current, window.scrollY)
    if (list.current) list.current.style.marginTop = px ? `${-px}px` : ''
  }, [])

  useLayoutEffect(() => {
    const { current: before } = known
    known.current = { view, ids: new Set(tasks.map(({ _id }) => _id)) }
    if (before?.view !== view) hiddenPx.current = 0
    const isGrown = before?.view === view && before.ids.size > 0 && tasks.some(({ _id }) => !before.ids.has(_id))
    if (isGrown && window.scrollY) {
      const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-drop-item]') ?? [])]
      const added = cards.filter(({ dataset }) => !before.ids.has(dataset.dropItem))
      const above = added.filter((card) => card.getBoundingClientRect().top < coveredPx)
      hiddenPx.current += above.reduce((px, card) => px + card.offsetHeight, 0)
    }
    place()
  }, [tasks, view, place])

  useEffect(() => {
    const onScroll = () => hiddenPx.current > 0 && place()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [place])
  return list
}
