import { queryOptions } from '@tanstack/react-query'
import { secondFactorCalls } from '../../contract/calls/second-factor.ts'
import { call } from '../../contract/client.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(secondFactorCalls.get),
})
