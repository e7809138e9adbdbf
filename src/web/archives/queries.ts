import { queryOptions } from '@tanstack/react-query'
import { archiveCalls } from '../../contract/calls/archives.ts'
import { call } from '../../contract/client.ts'

/** The contents of an archive if it was made now. */
export const archiveSizeQuery = queryOptions({
  queryKey: ['archive size'],
  queryFn: ({ signal }) => call(archiveCalls.size, {}, { signal }),
  staleTime: 0,
})
