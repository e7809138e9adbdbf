import { useEffect, useRef } from 'react'

/** A signal that is aborted when the page is left. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  return () => leaving.current.signal
}
