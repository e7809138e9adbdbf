import { useEffect, useRef } from 'react'

/** For the first field of a screen: has the cursor when the screen opens, except where that would bring up a keyboard over it. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return field
}
