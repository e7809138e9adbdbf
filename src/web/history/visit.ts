import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'

/** When this visit began: with the page, or with the sign-in. In the cache, which is emptied when the user signs out. */
const visitQuery = queryOptions({
  queryKey: ['visit'],
  queryFn: () => Date.now(),
  initialData: () => Date.now(),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Notes when the visit begins. */
export function useVisit() {
  useQuery(visitQuery)
}

/** How long the visit has lasted. Compared with ages that the server tells, so that the clocks need not agree. */
export function visitMs(client: QueryClient): number {
  const now = Date.now()
  return now - (client.getQueryData(visitQuery.queryKey) ?? now)
}
