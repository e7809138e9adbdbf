import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createUserCell } from '../ui/client-state.ts'

interface Stop {
  name: string
  /** Its address, with the filter. */
  to: string
}

/** The lists that the user has visited, the last one first. */
const trail = createUserCell<Stop[]>([])

export const useTrail = trail.use

/** Records a visit to this list, so that other screens can lead back to it. */
export function useStop(name: string) {
  const { pathname, search } = useLocation()
  const to = pathname + search
  useEffect(() => {
    trail.update((stops) => [{ name, to }, ...stops.filter((stop) => stop.name !== name)])
  }, [name, to])
}
