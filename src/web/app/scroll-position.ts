import { useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router'

const storageKey = 'taskdeck-scroll-positions'
/** A list that has become shorter meanwhile never reaches the position. */
const maxWaitMs = 3_000

const maxKept = 50
const userScrolls = ['wheel', 'touchmove', 'pointerdown'] as const

/** Identifies an entry of the history. Addresses that were typed by hand share a key. */
export const scrollPlace = ({ key, pathname, search }: Location) => `${key} ${pathname}${search}`

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map()
  }
}

/**
 * Restores the scroll position exactly after a reload and after a step in the history. React Router's own restoration runs before the tasks
 * are laid out, when the page is still too short. This one waits until the page is long enough, or until the user scrolls.
 */
export function useScrollPosition() {
  const place = scrollPlace(useLocation())
  const isStep = useNavigationType() === 'POP'
  const positions = useRef<Map<string, number>>(undefined)
  positions.current ??= readPositions()
  const isRestoring = useRef(false)

  useLayoutEffect(() => {
    const wanted = isStep ? positions.current?.get(place) : undefined
    if (!wanted) return
    isRestoring.current = true
    const end = () => {
      isRestoring.current = false
      observer.disconnect()
      clearTimeout(timer)
      for (const name of userScrolls) window.removeEventListener(name, end)
    }
    const restore = () => {
      window.scrollTo(0, wanted)
      if (Math.abs(window.scrollY - wanted) < 1) end()
    }
    const observer = new ResizeObserver(restore)
    const timer = setTimeout(end, maxWaitMs)
    for (const name of userScrolls) window.addEventListener(name, end, { passive: true })
    observer.observe(document.body)
    return end
  }, [place, isStep])

  // With the layout: the next screen scrolls to its top, and that event must not be recorded for this one.
  useLayoutEffect(() => {
    const record = () => {
      if (!isRestoring.current) positions.current?.set(place, window.scrollY)
    }
    const save = () => {
      record()
      sessionStorage.setItem(storageKey, JSON.stringify([...(positions.current ?? [])].slice(-maxKept)))
    }
    window.addEventListener('scroll', record, { passive: true })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('scroll', record)
      window.removeEventListener('pagehide', save)
    }
  }, [place])
}
