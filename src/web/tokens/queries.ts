import { queryOptions } from '@tanstack/react-query'
import { tokenCalls } from '../../contract/calls/tokens.ts'
import { call } from '../../contract/client.ts'

export const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: () => call(tokenCalls.list) })

/** The device that shows this code. Fetched once, because the answer changes when the device gets its token. */
export const deviceQuery = (code: string) =>
  queryOptions({
    queryKey: ['device', code],
    queryFn: () => call(tokenCalls.device, { query: { user_code: code } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
