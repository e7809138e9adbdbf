import { useLayoutEffect, useRef } from 'react'

/** Focuses the first field before the screen is painted, except on touch devices, where a keyboard would cover the screen. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
