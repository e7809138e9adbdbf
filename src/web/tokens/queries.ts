import { queryOptions } from '@tanstack/react-query'
import { oauthCalls } from '../../contract/calls/oauth.ts'
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

/** The program that asks with these parameters of an address. Fetched once, because the user decides about what is shown. */
export const programQuery = (request: Record<string, string>) =>
  queryOptions({
    queryKey: ['program', request],
    queryFn: () => call(oauthCalls.request, { query: request }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
