import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element and its distance from the top of the page. Known before the first paint, and after every change of size. */
export function useBox<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [box, setBox] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { width, top } = element.getBoundingClientRect()
      const next = { width, top: Math.round(top + window.scrollY) }
      setBox((before) => (before.width === next.width && before.top === next.top ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { ref, ...box }
}
