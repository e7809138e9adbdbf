import { useEffect, useRef } from 'react'

/** Focuses the first field when the screen opens, except on touch devices, where a keyboard would cover the screen. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
