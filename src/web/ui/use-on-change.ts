import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Runs a function before the page is painted whenever a value has changed. */
export function useOnChange(value: string, run: () => void) {
  const known = useRef(value)
  const runLatest = useEffectEvent(run)
  useLayoutEffect(() => {
    if (known.current === value) return
    known.current = value
    runLatest()
  }, [value])
}
