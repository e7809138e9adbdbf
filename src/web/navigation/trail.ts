import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

interface Stop {
  name: string
  /** Its address, with the filter. */
  to: string
}

/** The lists that were looked at, the last one first. In the cache, so that signing out forgets it. */
const trailQuery = queryOptions({
  queryKey: ['trail'],
  queryFn: (): Stop[] => [],
  initialData: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Where somebody came from. */
export const useTrail = () => useQuery(trailQuery).data

/** Notes that this list is looked at, so that one finds back to it. */
export function useStop(name: string) {
  const client = useQueryClient()
  // Kept for as long as somebody watches it, and longer.
  useTrail()
  const { pathname, search } = useLocation()
  const to = pathname + search
  useEffect(() => {
    client.setQueryData(trailQuery.queryKey, (before) => [
      { name, to },
      ...(before ?? []).filter((stop) => stop.name !== name),
    ])
  }, [client, name, to])
}
