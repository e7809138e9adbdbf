import { type FocusEvent, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { createUserCell } from '../ui/client-state.ts'
import { whenNoLayer } from '../ui/layers.ts'

interface Place {
  id: string
  index: number
}

/** The user's place in each list that is not on the screen now. */
const places = createUserCell<ReadonlyMap<string, Place>>(new Map())

function withPlace(places: ReadonlyMap<string, Place>, name: string, place: Place | undefined) {
  const others = [...places].filter(([other]) => other !== name)
  return new Map(place ? [...others, [name, place]] : others)
}

/** Elements that take the focus for a moment and return it. */
const temporary = '[role="dialog"], [role="toolbar"], [role="alert"]'

const userScrolls = ['wheel', 'touchmove'] as const

/** Keeps the user's place in a list. If the focused card disappears, the focus moves to its new place, or to the card that took its place. */
export function useKeptPlace(name: string, tasks: Task[], focusOn: (index: number) => void) {
  const place = useRef<Place>(undefined)
  const order = useRef(tasks)
  const focusCard = useEffectEvent(focusOn)

  useEffect(() => {
    place.current = places.get().get(name)
    return () => places.update((before) => withPlace(before, name, place.current))
  }, [name])

  // A row that the user has scrolled away leaves the page. Its place is then forgotten: the list must not jump back to it.
  const isScrolled = useRef(false)
  useEffect(() => {
    const onUserScroll = () => {
      isScrolled.current = true
    }
    const onScroll = () => {
      const { current: kept } = place
      if (isScrolled.current && kept && !document.querySelector(`[data-task="${kept.id}"]`)) place.current = undefined
    }
    for (const name of userScrolls) window.addEventListener(name, onUserScroll, { passive: true })
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      for (const name of userScrolls) window.removeEventListener(name, onUserScroll)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])

  useEffect(() => {
    order.current = tasks
    const kept = place.current
    if (!kept || !tasks.length) return
    const now = tasks.findIndex((task) => task._id === kept.id)
    if (now >= 0) kept.index = now
    return whenNoLayer(() => {
      if (document.activeElement === document.body) focusCard(Math.min(kept.index, tasks.length - 1))
    })
  }, [tasks])

  return {
    enter: useCallback((id: string) => {
      isScrolled.current = false
      place.current = { id, index: order.current.findIndex((task) => task._id === id) }
    }, []),
    leave: useCallback(({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget?.closest(temporary)) place.current = undefined
    }, []),
  }
}
