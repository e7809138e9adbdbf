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
  const location = useLocation()
  const place = scrollPlace(location)
  const isStep = useNavigationType() === 'POP'
  const previous = useRef<Location>(undefined)
  const positions = useRef<Map<string, number>>(undefined)
  positions.current ??= readPositions()
  const isRestoring = useRef(false)

  useLayoutEffect(() => {
    const { current: before } = previous
    previous.current = location
    // The screen below a sheet stays where it is when the sheet closes, even if new tasks have moved it meanwhile.
    const isBelowSheet = before?.mask && before.pathname === location.pathname && before.search === location.search
    const kept = isBelowSheet ? positions.current?.get(scrollPlace(before)) : undefined
    const wanted = isStep ? (kept ?? positions.current?.get(place)) : undefined
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
  }, [place, isStep, location])

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
